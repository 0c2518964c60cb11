// How commands reach the gateway that runs on a state directory: with its token, which they read anew each time.
import { readFileSync } from 'node:fs';
import { BeckonError, HttpTransport } from '@beckon/protocol';
import { type Absence, runningGateway, tokenPath, whyNone } from '../stateDirectory.ts';
import { plainFetch } from './plainFetch.ts';
import { typed } from './typed.ts';

/** Undefined where none runs. */
export async function gatewayOn(stateDir: string): Promise<HttpTransport | undefined> {
  const gateway = await runningGateway(stateDir);
  return gateway && new HttpTransport({ baseUrl: gateway.url, token: readToken(stateDir), fetch: plainFetch });
}

export async function requireGateway(stateDir: string): Promise<HttpTransport> {
  const gateway = await gatewayOn(stateDir);
  if (gateway) return gateway;
  throw await noGateway(stateDir);
}

async function noGateway(stateDir: string): Promise<BeckonError> {
  return new BeckonError('unreachable', absenceText(stateDir, await whyNone(stateDir)));
}

/** A gateway whose directory is gone listens still, and nobody can be let in: the token went with the directory. */
export function absenceText(stateDir: string, absence: Absence): string {
  const start = typed('serve');
  switch (absence.is) {
    case 'none':
      return `No gateway runs on ${stateDir}. Start one with: ${start}`;
    case 'starting':
      return `A gateway is just starting on ${stateDir}. Try again in a moment.`;
    case 'removed':
    case 'replaced': {
      const what = absence.is === 'removed' ? 'has been removed' : 'has been replaced by another';
      const who = absence.pid && `, as process ${absence.pid}`;
      return `A gateway still runs for ${stateDir}${who}, but that directory ${what} since it started. Put it back, or stop the gateway and start it again with: ${start}`;
    }
  }
}

/** The folders in which agents work, as far as the newest sessions tell. */
export async function agentFolders(gateway: HttpTransport): Promise<string[]> {
  const { sessions } = await gateway.listSessions({ limit: 200 });
  return [...new Set(sessions.map(({ cwd }) => cwd))];
}

/** Posts to a path of the API by itself, without a transport, and gives back the reply. */
export async function postTo(stateDir: string, path: string): Promise<unknown> {
  const gateway = await runningGateway(stateDir);
  if (!gateway) throw await noGateway(stateDir);
  const response = await plainFetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken(stateDir)}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new BeckonError('unreachable', `The gateway at ${gateway.url} does not answer. Is it running?`, { cause });
  });
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) return reply;
  throw BeckonError.fromBody(reply) ?? new BeckonError('unreachable', `The gateway answered with ${response.status}.`);
}

function readToken(stateDir: string): string {
  return readFileSync(tokenPath(stateDir), 'utf8').trim();
}
