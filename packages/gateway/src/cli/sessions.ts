// `beckon ls`, `send` and `wait`: sessions from any terminal or a script.
import type { Follower, Session, Transport } from '@beckon/protocol';
import { BeckonError, emptyView, followEvents, reduceView, sessionOf } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { endWithReader, jsonLine, print, textLine } from './lines.ts';
import { onlyOne } from './onlyOne.ts';

interface Options {
  stateDir: string;
  json: boolean;
}

export async function listSessions({ stateDir, json }: Options): Promise<void> {
  const gateway = await requireGateway(stateDir);
  endWithReader();
  const { sessions } = await gateway.listSessions({ limit: mostListed });
  for (const session of sessions) print(json ? jsonLine(session) : sessionLine(session));
  if (sessions.length === 0 && !json) print('No sessions yet.');
}

export async function send(wanted: string, text: string, { stateDir, json }: Options): Promise<void> {
  const gateway = await requireGateway(stateDir);
  const { id } = await findSession(gateway, wanted);
  await gateway.sendMessage(id, { content: text });
  if (json) print(jsonLine({ id, isSent: true }));
}

/** How a wait ends, for scripts. */
const waitExitCodes = { ready: 0, needsPerson: 3, ended: 4 } as const;

/** Resolves when the session needs its person, is ready for input, or has ended, and sets the exit code to which. */
export async function wait(wanted: string, { stateDir, json }: Options): Promise<void> {
  const gateway = await requireGateway(stateDir);
  const found = await findSession(gateway, wanted);
  const session = endOfWait(found) ? found : await follow(gateway, found.id);
  print(json ? jsonLine(session) : sessionLine(session));
  process.exitCode = waitExitCodes[endOfWait(session) ?? 'ended'];
}

/** Resolves with the session once there is nothing more to wait for. */
async function follow(gateway: Transport, id: string): Promise<Session> {
  const stopped = new AbortController();
  let view = emptyView;
  let reached: Session | undefined;
  const follower: Follower = {
    onEvent(event) {
      view = reduceView(view, event);
      const session = sessionOf(view, id);
      if (session && endOfWait(session)) reached ??= session;
      if (reached ?? !session) stopped.abort();
    },
  };
  await followEvents(gateway, follower, { signal: stopped.signal });
  if (reached) return reached;
  throw new BeckonError('session_not_found', 'The session was removed.');
}

function endOfWait({ asks, state, queued }: Session): keyof typeof waitExitCodes | undefined {
  if (asks.length > 0) return 'needsPerson';
  if (queued) return undefined;
  if (state === 'user_turn') return 'ready';
  return state === 'dead' ? 'ended' : undefined;
}

export async function findSession(gateway: Transport, wanted: string): Promise<Session> {
  const { sessions } = await gateway.listSessions({ q: wanted, limit: mostListed });
  return onlyOne(sessions, wanted, { what: 'session', code: 'session_not_found' });
}

function sessionLine({ id, title, cwd, state, asks }: Session): string {
  const words = asks.length > 0 ? `${asks.length} ${asks.length === 1 ? 'ask waits' : 'asks wait'}` : stateWords[state];
  return textLine(`${id.slice(0, 8)}  ${words.padEnd(14)}  ${title}  ${cwd}`);
}

const stateWords = { starting: 'starting', assistant_turn: 'working', user_turn: 'ready', dead: 'ended' };

const mostListed = 200;
