// The HTTP app over a test gateway, asked without a socket.
import { Access } from '../../packages/gateway/src/access/access.ts';
import type { GatewayOptions } from '../../packages/gateway/src/gateway.ts';
import type { AppOptions } from '../../packages/gateway/src/transports/http/app.ts';
import { createApp } from '../../packages/gateway/src/transports/http/app.ts';
import { silentLog } from '../../packages/gateway/src/logger.ts';
import type { SignedIn } from './signedIn.ts';
import { signedInBy } from './signedIn.ts';
import type { TestGateway } from './testGateway.ts';
import { testGateway, token } from './testGateway.ts';

export interface TestApp extends TestGateway {
  access: Access;
  /** The token as it is kept; requests are sent with the first one. */
  keptToken(): string;
  /** Asks as a program with the token does; a header that is `undefined` is left out. */
  ask(line: string, request?: { body?: unknown; headers?: Record<string, string | undefined> }): Promise<Response>;
}

export async function testApp(
  options: Partial<AppOptions> = {},
  gatewayOptions: Partial<GatewayOptions> = {},
): Promise<TestApp> {
  const house = await testGateway('memory', gatewayOptions);
  const { gateway, clock, folder } = house;
  const { devices, auditLog } = gateway.parts;
  let keptToken = token;
  const keepToken = (next: string) => void (keptToken = next);
  const access = new Access({ token, devices, auditLog, clock, keepToken });
  const signal = new AbortController().signal;
  const app = createApp({
    parts: gateway.parts,
    access,
    clock,
    log: silentLog,
    host: '127.0.0.1',
    allowedHosts: [],
    webRoot: folder.at('web'),
    signal,
    ...options,
  });
  return {
    ...house,
    access,
    keptToken: () => keptToken,
    async ask(line, { body, headers = {} } = {}) {
      const [method = '', path = ''] = line.split(' ');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const all = {
        host: '127.0.0.1:4517',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      };
      const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
      return app.request(path, { method, headers: sent, ...(body !== undefined && { body: text }) });
    },
  };
}

/** What a browser of ours sends with a form or a change. */
export const ownPage = { authorization: undefined, origin: 'http://127.0.0.1:4517' };

/** Presses the button that a one-time link leads to. */
export function pressLogin(app: TestApp, code: string, headers: Record<string, string> = {}): Promise<Response> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.ask('POST /login', { body: `code=${code}`, headers: { ...ownPage, ...type, ...headers } });
}

/** Lets a browser in by a one-time link, and gives back what it then sends. */
export async function signIn(app: TestApp, headers: Record<string, string> = {}): Promise<SignedIn> {
  return signedInBy(await pressLogin(app, app.access.issueCode().code, headers));
}

export async function errorOf(response: Response): Promise<{ code: string; message: string; ask?: unknown }> {
  return ((await response.json()) as { error: { code: string; message: string } }).error;
}
