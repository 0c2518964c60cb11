// Who may talk to the gateway: programs that know the token, and devices that were let in by a one-time link.
import type { Device, LoginCodeState } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { AuditLog } from '../log/auditLog.ts';
import { isEqual, newSecret } from './credentials.ts';
import type { Credential, Devices, NewDevice, ShownCredential, Whereabouts } from './devices.ts';
import { Endings } from './endings.ts';
import type { IssuedCode } from './loginCodes.ts';
import { LoginCodes } from './loginCodes.ts';

export interface AccessOptions {
  token: string;
  devices: Devices;
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
  /** Where the token is kept, so that it can be replaced there. Without it, the token cannot be replaced. */
  keepToken?: ((token: string) => void) | undefined;
}

/** What a request shows to say who it comes from. */
export interface Shown extends Whereabouts {
  token: string | undefined;
  credential: ShownCredential | undefined;
  /** A cookie of a version whose cookies were enough. It opens nothing any more. */
  earlierCookie: string | undefined;
}

/** A browser has the origin that its credential works at; a program with the token has none. */
export interface Caller {
  device: Device;
  origin: string | undefined;
}

/** Why a request is not let in, and what was wrong about what it showed. */
export type Refusal =
  | { because: 'nothing_shown' | 'earlier_version' }
  | { because: 'wrong_token' | 'wrong_cookie' }
  | { because: 'removed' | 'no_key'; device: Device };

interface CodeWish {
  /** What the device is to be called. */
  name?: string | undefined;
  by?: Device;
  isForPairing?: boolean;
}

/** What a code was spent for. */
export interface LetIn {
  credential: Credential;
  isForPairing: boolean;
}

/** Whoever holds the token is one device, which cannot be removed; the token can be replaced. */
const tokenId = 'token';

export class Access {
  readonly #options: AccessOptions;
  readonly #codes: LoginCodes;
  readonly #endings = new Endings();
  #token: string;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#token = options.token;
    this.#codes = new LoginCodes(options.clock);
  }

  /** A code that lets one device in. One that a device hands out goes with it. */
  issueCode({ name, by, isForPairing = false }: CodeWish = {}): IssuedCode {
    this.#options.auditLog.note({ type: 'login_code_issued', data: { ...(by && { device: by }) } });
    return this.#codes.issue({ name, issuedBy: by?.id, isForPairing });
  }

  /** What the device that opens this code is going to be called unless it says otherwise; undefined where it lets nobody in. */
  findCode(code: string, cookie?: string): { name: string | undefined } | undefined {
    const found = this.#codes.find(code);
    if (!found || !this.#isByKnown(found)) return undefined;
    const earlier = cookie === undefined ? undefined : this.#options.devices.holderOf(cookie);
    return { name: earlier?.name ?? found.name };
  }

  codeState(id: string): LoginCodeState | undefined {
    return this.#codes.state(id);
  }

  cancelCode(id: string, by: Device): void {
    if (this.#codes.cancel(id)) this.#options.auditLog.note({ type: 'login_code_cancelled', data: { device: by } });
  }

  /**
   * Spends a code: makes a device, or renews the one whose cookie was shown, and tells its credential. `chosenName` is what
   * its person has called it there.
   */
  redeem(code: string, about: NewDevice, shown: { cookie?: string; chosenName?: string } = {}): LetIn | undefined {
    const { devices } = this.#options;
    let letIn: LetIn | undefined;
    this.#codes.spend(code, (found) => {
      if (!this.#isByKnown(found)) return undefined;
      const { chosenName } = shown;
      const renewed = shown.cookie === undefined ? undefined : devices.renew(shown.cookie, about, chosenName);
      const { device, credential } = renewed ?? devices.add({ ...about, name: chosenName ?? found.name ?? about.name });
      letIn = { credential, isForPairing: found.isForPairing };
      return device;
    });
    return letIn;
  }

  identify({ token, credential, program }: Shown): Caller | undefined {
    if (token !== undefined) {
      const name = program === undefined ? 'API token' : `API token (${program})`;
      return isEqual(token, this.#token) ? { device: { id: tokenId, name }, origin: undefined } : undefined;
    }
    const standing = credential && this.#options.devices.standingOf(credential);
    return standing?.is === 'whole' ? { device: standing.device, origin: standing.origin } : undefined;
  }

  /** Of a request that was not identified. */
  refusalOf({ token, credential, earlierCookie }: Shown): Refusal {
    if (token !== undefined) return { because: 'wrong_token' };
    if (!credential) return { because: earlierCookie === undefined ? 'nothing_shown' : 'earlier_version' };
    const standing = this.#options.devices.standingOf(credential);
    if (standing.is === 'unknown') return { because: 'wrong_cookie' };
    return { because: standing.is === 'removed' ? 'removed' : 'no_key', device: standing.device };
  }

  /** A new token takes the place of the one that was: what used that ends, the codes too that it had made. */
  rotateToken(by: Device): void {
    const { keepToken, auditLog } = this.#options;
    if (!keepToken)
      throw new BeckonError('not_supported', 'Whoever runs this gateway gave it its token, and keeps it.');
    const token = newSecret();
    keepToken(token);
    this.#token = token;
    this.#codes.forgetFrom(tokenId);
    auditLog.note({ type: 'token_rotated', data: { by } });
    this.#endings.end(tokenId);
  }

  /** Calls back once the device has been removed, unless the returned function is called before. */
  onRemoved({ id }: Device, listen: () => void): () => void {
    return id === tokenId ? this.#endings.onEnd(id, listen) : this.#options.devices.onRemoved(id, listen);
  }

  /** Who was removed must not come back by a code that it had put by. */
  #isByKnown({ issuedBy }: { issuedBy: string | undefined }): boolean {
    return issuedBy === undefined || issuedBy === tokenId || this.#options.devices.has(issuedBy);
  }
}
