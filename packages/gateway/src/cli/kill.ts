// `beckon kill`: ends a session and its agent. The conversation stays with `claude`, which can resume it.
import type { Session } from '@beckon/protocol';
import { gatewayOn } from './connect.ts';
import { tmuxOn } from './desk.ts';
import { jsonLine, print, textLine } from './lines.ts';
import { onlyOne } from './onlyOne.ts';
import { findSession } from './sessions.ts';
import { typed } from './typed.ts';

export async function kill(wanted: string, { stateDir, json }: { stateDir: string; json: boolean }): Promise<void> {
  const gateway = await gatewayOn(stateDir);
  if (!gateway) return killTerminal(wanted, { stateDir, json });
  const session = await findSession(gateway, wanted);
  await gateway.deleteSession(session.id);
  print(json ? jsonLine({ id: session.id, hasEnded: hasEnded(session) }) : textLine(wordsFor(session)));
}

/** Without a gateway there are only terminals. */
async function killTerminal(wanted: string, { stateDir, json }: { stateDir: string; json: boolean }): Promise<void> {
  const tmux = tmuxOn(stateDir);
  const terminals = (await tmux.list()).map(({ name }) => ({ id: name }));
  const { id } = onlyOne(terminals, wanted, { what: 'session', code: 'session_not_found' });
  await tmux.kill(id);
  print(json ? jsonLine({ id, hasEnded: true }) : `Ended ${id.slice(0, 8)}.`);
}

function wordsFor(session: Session): string {
  const { id, title, conversationId = id } = session;
  if (!hasEnded(session)) return `Took “${title}” off the list. Its agent runs on, in a terminal that is not Beckon’s.`;
  return `Ended “${title}”. To go on with it: ${typed(`claude --resume ${conversationId}`)}`;
}

/** An agent in a terminal that is not Beckon's cannot be ended from here. */
function hasEnded({ driver, state, abilities }: Session): boolean {
  return driver !== 'terminal' || state === 'dead' || abilities.includes('pane');
}
