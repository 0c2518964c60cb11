// The running gateway, as the command line talks to it: over HTTP, with the token that lies in the state directory.
import { readFileSync } from 'node:fs';
import { BeckonError, HttpTransport } from '@beckon/protocol';
import { runningGateway, tokenPath } from '../stateDirectory.ts';

export async function gatewayOn(stateDir: string): Promise<HttpTransport | undefined> {
  const gateway = await runningGateway(stateDir);
  if (!gateway) return undefined;
  const token = readFileSync(tokenPath(stateDir), 'utf8').trim();
  return new HttpTransport({ baseUrl: gateway.url, token });
}

export async function requireGateway(stateDir: string): Promise<HttpTransport> {
  const gateway = await gatewayOn(stateDir);
  if (gateway) return gateway;
  throw new BeckonError('unreachable', `No gateway runs on ${stateDir}. Start one with: beckon serve`);
}

/** The one that a person means by the beginning of its id. */
export function onlyOne<T extends { id: string }>(
  all: readonly T[],
  wanted: string,
  { what, code }: { what: string; code: 'ask_not_found' | 'session_not_found' },
): T {
  const fitting = all.filter(({ id }) => id.startsWith(wanted));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const begins = `begins with ${JSON.stringify(wanted)}`;
  throw new BeckonError(
    code,
    fitting.length === 0
      ? `No ${what} has an id that ${begins}.`
      : `${fitting.length} ${what}s have an id that ${begins}. Give more of it.`,
  );
}
