// How a further device is let in by one that is: it is shown a link, as a QR code too, for an address that it can reach.
import type { CreateLoginCode, Device, GatewayAddress, LoginCode, LoginCodeState } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Access } from './access.ts';
import { qrCode } from './qrCode.ts';

export interface PairingOptions {
  access: Access;
  addresses: () => GatewayAddress[];
}

/** Who asks for a code, and the origin at which they reach the gateway themselves. */
export interface CodeIssuer {
  by: Device;
  at: string | undefined;
}

export class Pairing {
  readonly #options: PairingOptions;

  constructor(options: PairingOptions) {
    this.#options = options;
  }

  addresses(): GatewayAddress[] {
    return this.#options.addresses();
  }

  issue({ name, address }: CreateLoginCode, { by, at }: CodeIssuer): LoginCode {
    const isListed = this.addresses().some(({ url }) => url === address);
    const origin = address ?? at;
    if (origin === undefined || (address !== undefined && !isListed)) {
      throw new BeckonError('invalid_request', 'The gateway is not reached at that address. Choose one that it lists.');
    }
    const issued = this.#options.access.issueCode({ name, by, isForPairing: address !== undefined });
    const url = loginUrl(origin, issued.code);
    return { ...issued, url, qr: qrCode(url) };
  }

  state(id: string): LoginCodeState {
    const state = this.#options.access.codeState(id);
    if (state) return state;
    throw new BeckonError('not_found', 'There is no such code any more. Ask for a new one.');
  }

  cancel(id: string, by: Device): void {
    this.state(id);
    this.#options.access.cancelCode(id, by);
  }
}

/** The link that a code is handed out with. */
export function loginUrl(origin: string, code: string): string {
  return `${origin}/login?code=${code}`;
}
