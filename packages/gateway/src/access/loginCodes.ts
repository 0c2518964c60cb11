// One-time codes: each lets one device in, once, within ten minutes. They are kept in memory alone.
import { randomUUID } from 'node:crypto';
import type { Device, LoginCodeState } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { newSecret } from './credentials.ts';

export interface IssuedCode {
  /** Names the code; it opens nothing. */
  id: string;
  code: string;
  expiresAt: number;
}

interface CodePurpose {
  /** What the device is going to be called, unless it says otherwise. */
  name: string | undefined;
  /** The device that handed it out, where one did. */
  issuedBy: string | undefined;
  /** It was shown to pair a phone, which is to answer: its first page is the inbox. */
  isForPairing: boolean;
}

interface KnownCode extends CodePurpose {
  id: string;
  expiresAt: number;
  /** How it came to its end before its time. It lets nobody in from then on. */
  end?: { how: 'used'; device: Device } | { how: 'cancelled' };
}

const lifetimeMs = 10 * 60_000;

export class LoginCodes {
  readonly #clock: Clock;
  /** Those that came to an end too, for as long as they could have been open, so that whoever shows them can tell. */
  readonly #known = new Map<string, KnownCode>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(purpose: CodePurpose): IssuedCode {
    const now = this.#clock.now();
    for (const [code, { expiresAt }] of this.#known) if (expiresAt + lifetimeMs < now) this.#known.delete(code);
    const issued = { id: randomUUID(), code: newSecret(24), expiresAt: now + lifetimeMs };
    this.#known.set(issued.code, { ...purpose, id: issued.id, expiresAt: issued.expiresAt });
    return issued;
  }

  /** Looking spends nothing. */
  find(code: string): KnownCode | undefined {
    const found = this.#known.get(code);
    return found && this.#stateOf(found) === 'open' ? found : undefined;
  }

  /** In one step, so that of two who press at the same time one is let in. */
  spend(code: string, letIn: (found: CodePurpose) => Device | undefined): void {
    const found = this.find(code);
    const device = found && letIn(found);
    if (device) found.end = { how: 'used', device };
  }

  state(id: string): LoginCodeState | undefined {
    const found = this.#byId(id);
    if (!found) return undefined;
    const { expiresAt, end } = found;
    return { id, state: this.#stateOf(found), expiresAt, ...(end?.how === 'used' && { device: end.device }) };
  }

  /** Says whether it was open until now. */
  cancel(id: string): boolean {
    const found = this.#byId(id);
    if (!found || this.#stateOf(found) !== 'open') return false;
    found.end = { how: 'cancelled' };
    return true;
  }

  /** What this device has handed out lets nobody in any more. */
  forgetFrom(issuer: string): void {
    for (const [code, { issuedBy }] of this.#known) if (issuedBy === issuer) this.#known.delete(code);
  }

  #byId(id: string): KnownCode | undefined {
    return [...this.#known.values()].find((known) => known.id === id);
  }

  #stateOf({ end, expiresAt }: KnownCode): LoginCodeState['state'] {
    return end?.how ?? (expiresAt >= this.#clock.now() ? 'open' : 'expired');
  }
}
