// `beckon attach`: sit down at a session's terminal, from any terminal. The gateway need not run.
import type { Session } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { agentFolders, gatewayOn } from './connect.ts';
import { sitDown, tellWhereItIs, tmuxOn } from './desk.ts';
import { jsonLine, print, textLine } from './lines.ts';
import { prompt } from './prompt.ts';
import { typed } from './typed.ts';

/** `wanted` is the beginning of a session's id; without it, the person picks. */
export async function attach(
  wanted: string | undefined,
  { stateDir, json }: { stateDir: string; json: boolean },
): Promise<void> {
  const tmux = tmuxOn(stateDir);
  const running = (await tmux.list()).map(({ name }) => name);
  const matching = running.filter((id) => id.startsWith(wanted ?? ''));
  const [only] = matching;
  if (only === undefined) throw new BeckonError('session_not_found', noneWords(wanted));
  const gateway = await gatewayOn(stateDir);
  const known = await Promise.all(matching.map(async (id) => gateway?.getSession(id).catch(() => undefined)));
  const sessions = new Map(known.flatMap((session) => (session ? [[session.id, session]] : [])));
  if (json) {
    for (const id of matching) {
      const { title, cwd } = sessions.get(id) ?? {};
      print(jsonLine({ id, title, cwd, command: tmux.attachCommand(id) }));
    }
    return;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new BeckonError('invalid_request', noTerminalWords());
  const sessionId = matching.length === 1 ? only : await pick(matching, sessions);
  process.exitCode = await sitDown(tmux, { sessionId, folders: gateway ? await agentFolders(gateway) : [] });
  await tellWhereItIs(tmux, sessionId);
}

function noneWords(wanted: string | undefined): string {
  if (wanted !== undefined) return `No terminal’s session begins with ${JSON.stringify(wanted)}.`;
  return `No session of Beckon’s runs in a terminal. Start one with: ${typed('claude')}`;
}

function noTerminalWords(): string {
  return `There is no terminal here to sit down at. How a program does it: ${typed('attach --json')}`;
}

async function pick(ids: string[], sessions: Map<string, Session>): Promise<string> {
  for (const [index, id] of ids.entries()) {
    const session = sessions.get(id);
    const hand = session && session.asks.length > 0 ? '  (waits for you)' : '';
    const about = session ? `${session.title}  ${session.cwd}` : '';
    print(textLine(`${String(index + 1).padStart(3)}  ${id.slice(0, 8)}  ${about}${hand}`));
  }
  const chosen = ids[Number(await prompt('Which one? ')) - 1];
  if (chosen !== undefined) return chosen;
  throw new BeckonError('session_not_found', 'That is none of them.');
}
