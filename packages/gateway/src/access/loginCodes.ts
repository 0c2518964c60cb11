// One-time codes: each lets one device in, once, within ten minutes. They are kept in memory alone.
import type { Clock } from '../clock.ts';
import { newSecret } from './credentials.ts';

export interface IssuedCode {
  code: string;
  expiresAt: number;
}

interface OpenCode {
  expiresAt: number;
  /** What the device is going to be called. */
  name: string | undefined;
  /** The device that handed it out, where one did. */
  issuedBy: string | undefined;
}

const lifetimeMs = 10 * 60_000;

export class LoginCodes {
  readonly #clock: Clock;
  readonly #open = new Map<string, OpenCode>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(about: Pick<OpenCode, 'name' | 'issuedBy'>): IssuedCode {
    const now = this.#clock.now();
    for (const [code, { expiresAt }] of this.#open) if (expiresAt < now) this.#open.delete(code);
    const issued = { code: newSecret(24), expiresAt: now + lifetimeMs };
    this.#open.set(issued.code, { ...about, expiresAt: issued.expiresAt });
    return issued;
  }

  /** Looking spends nothing. */
  find(code: string): OpenCode | undefined {
    const found = this.#open.get(code);
    return found && found.expiresAt >= this.#clock.now() ? found : undefined;
  }

  /** What this device has handed out lets nobody in any more. */
  forgetFrom(issuer: string): void {
    for (const [code, { issuedBy }] of this.#open) if (issuedBy === issuer) this.#open.delete(code);
  }

  spend(code: string): OpenCode | undefined {
    const found = this.find(code);
    this.#open.delete(code);
    return found;
  }
}
