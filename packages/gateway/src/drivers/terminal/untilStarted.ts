// Waits until an agent that was just started in a terminal can be talked to: it has reported, or stands at a dialog that its
// person can be shown.
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { becomesTrue } from '../../clock.ts';
import type { AgentSpec } from '../driver.ts';
import { FolderNotTrusted } from '../driver.ts';
import { acceptTrust } from './dialogs/acceptTrust.ts';
import { paneTerminal } from './dialogs/paneTerminal.ts';
import { readDialog, readTrustDialog } from './dialogs/readDialog.ts';
import { ending } from './ending.ts';
import type { Tmux } from './tmux/tmux.ts';

export interface StartedTerminal {
  tmux: Tmux;
  clock: Clock;
  /** Resolves when the agent has said that it is ready. */
  started: Promise<void>;
}

const patienceMs = 30_000;

/** False where neither has come in all that time, and its program still runs. Throws where it does not. */
export async function untilStarted(terminal: StartedTerminal, spec: AgentSpec): Promise<boolean> {
  const { tmux, clock, started } = terminal;
  const { sessionId, folderTrust, desk } = spec;
  let hasStarted = false;
  let wasDrawn = false;
  void started.then(() => (hasStarted = true));
  const canBeTalkedTo = async () => {
    if (hasStarted) return true;
    const found = await tmux.find(sessionId);
    if (!found || found.exit) throw new BeckonError('agent_unavailable', await ending(tmux, sessionId));
    const screen = await tmux.screen(sessionId);
    const isTrustDialog = readTrustDialog(screen) !== undefined;
    if (desk && !(isTrustDialog && folderTrust)) {
      // Whoever sits there sees it. What shows something and goes on has not failed at its first word.
      const isDrawn = wasDrawn;
      wasDrawn = screen.trim() !== '';
      return isDrawn;
    }
    if (!isTrustDialog) return readDialog(screen) !== undefined;
    if (folderTrust === undefined) throw new FolderNotTrusted();
    await acceptTrust(paneTerminal(tmux, sessionId));
    return false;
  };
  return becomesTrue(clock, canBeTalkedTo, { withinMs: patienceMs, everyMs: 100 });
}
