// Says yes to `claude`'s own trust dialog, for a person who has trusted the folder in Beckon: reads the choices, moves to
// the one that says yes, reads that it is highlighted, and presses Enter once.
import { BeckonError } from '@beckon/protocol';
import { becomesTrue } from '../../../clock.ts';
import type { DialogTerminal } from './answerOnScreen.ts';
import { readTrustDialog } from './readDialog.ts';

const yes = 'Yes, I trust this folder';

export async function acceptTrust(terminal: DialogTerminal): Promise<void> {
  const before = await choices(terminal);
  const wanted = before?.findIndex(({ rows }) => rows.join(' ') === yes) ?? -1;
  const highlighted = before?.findIndex(({ isHighlighted }) => isHighlighted) ?? -1;
  if (wanted === -1) throw notUnderstood();
  if (wanted !== highlighted) await terminal.press(wanted > highlighted ? 'Down' : 'Up');
  const isThere = async () => (await choices(terminal))?.[wanted]?.isHighlighted === true;
  if (!(await becomesTrue(terminal.clock, isThere, patience))) throw notUnderstood();
  await terminal.press('Enter');
  const isGone = async () => (await choices(terminal)) === undefined;
  if (!(await becomesTrue(terminal.clock, isGone, patience))) throw notUnderstood();
}

const patience = { withinMs: 3000, everyMs: 25 };

async function choices(terminal: DialogTerminal) {
  return readTrustDialog(await terminal.screen());
}

function notUnderstood(): BeckonError {
  const message =
    'Claude asks in its terminal whether to trust the folder, and Beckon could not answer there. Run `claude` in that ' +
    'folder once and answer it yourself.';
  return new BeckonError('agent_unavailable', message);
}
