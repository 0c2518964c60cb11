// Who may talk to the gateway: programs that know the token, and devices that were let in by a one-time link.
import type { Device } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { derivedFrom, isEqual } from './credentials.ts';
import type { Devices } from './devices.ts';
import type { IssuedCode } from './loginCodes.ts';
import { LoginCodes } from './loginCodes.ts';

export interface AccessOptions {
  token: string;
  devices: Devices;
  clock: Clock;
}

/** What a request shows to say who it comes from. */
export interface Shown {
  token: string | undefined;
  credential: string | undefined;
  /** What the program that asks calls itself. */
  program: string | undefined;
}

export interface Caller {
  device: Device;
  by: 'token' | 'credential';
}

/** Whoever holds the token is one device, which cannot be removed. */
const tokenId = 'token';

export class Access {
  readonly #token: string;
  readonly #devices: Devices;
  readonly #codes: LoginCodes;
  /** Browsers share cookies between the ports of a host: the name keeps two gateways on one machine apart. */
  readonly cookieName: string;

  constructor({ token, devices, clock }: AccessOptions) {
    this.#token = token;
    this.#devices = devices;
    this.#codes = new LoginCodes(clock);
    this.cookieName = `beckon_${derivedFrom(token, 'cookie name').slice(0, 12)}`;
  }

  /** A code that lets one device in, under this name where it is given. One that a device hands out goes with it. */
  issueCode({ name, by }: { name?: string | undefined; by?: Device } = {}): IssuedCode {
    return this.#codes.issue({ name, issuedBy: by?.id });
  }

  /** Whether a code would let a device in, and under which name if it brings one. */
  findCode(code: string): { name: string | undefined } | undefined {
    const found = this.#codes.find(code);
    return found && this.#isByKnown(found) ? found : undefined;
  }

  /** Spends a code: makes a device, and tells its credential. */
  redeem(code: string, usualName: string): string | undefined {
    const spent = this.#codes.spend(code);
    return spent && this.#isByKnown(spent) ? this.#devices.add(spent.name ?? usualName).credential : undefined;
  }

  identify({ token, credential, program }: Shown): Caller | undefined {
    if (token !== undefined) {
      const name = program === undefined ? 'API token' : `API token (${program})`;
      return isEqual(token, this.#token) ? { device: { id: tokenId, name }, by: 'token' } : undefined;
    }
    const device = credential === undefined ? undefined : this.#devices.holderOf(credential);
    return device && { device, by: 'credential' };
  }

  /** All browsers had the same credential once, made from the token. It opens nothing any more. */
  isOfEarlierVersion({ credential = '' }: Shown): boolean {
    return isEqual(credential, derivedFrom(this.#token, 'cookie value'));
  }

  /** Calls back once the device has been removed, unless the returned function is called before. */
  onRemoved({ id }: Device, listen: () => void): () => void {
    return this.#devices.onRemoved(id, listen);
  }

  /** Who was removed must not come back by a code that it had put by. */
  #isByKnown({ issuedBy }: { issuedBy: string | undefined }): boolean {
    return issuedBy === undefined || issuedBy === tokenId || this.#devices.has(issuedBy);
  }
}
