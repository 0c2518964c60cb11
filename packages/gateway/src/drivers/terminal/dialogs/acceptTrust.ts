// Says yes to `claude`'s own trust dialog, for a person who has trusted the folder in Beckon: reads the choices, moves to
// the one that says yes, reads that it is highlighted, and presses Enter. The dialog is drawn before its keys are heard,
// so a key that nothing came of is pressed again; one that was only late is then heard twice, and would lead from yes to no.
import { BeckonError } from '@beckon/protocol';
import { becomesTrue, pause } from '../../../clock.ts';
import type { DialogTerminal } from './answerOnScreen.ts';
import type { Choice } from './dialog.ts';
import { readTrustDialog } from './readDialog.ts';

const yes = 'Yes, I trust this folder';

export async function acceptTrust(terminal: DialogTerminal): Promise<void> {
  const choices = async () => readTrustDialog(await terminal.screen());
  let moves = 0;
  const staysThere = async () => {
    await pause(terminal.clock, moves > 1 ? lateKeysMs : settledMs);
    const now = await choices();
    return now !== undefined && nextKey(now) === 'Enter';
  };
  const pressed = async () => {
    const before = await choices();
    if (!before) return true;
    const key = nextKey(before);
    if (key === 'Enter' && moves > 0 && !(await staysThere())) return false;
    if (key) await terminal.press(key);
    if (key && key !== 'Enter') moves += 1;
    const hasChanged = async () => {
      const now = await choices();
      return now === undefined || nextKey(now) !== key;
    };
    await becomesTrue(terminal.clock, hasChanged, { withinMs: 1000, everyMs: 25 });
    return false;
  };
  if (await becomesTrue(terminal.clock, pressed, { withinMs: 15_000, everyMs: 25 })) return;
  throw new BeckonError('agent_unavailable', notUnderstood);
}

/** Until a move is drawn; until one that was repeated has been heard as often as it was pressed. */
const settledMs = 150;
const lateKeysMs = 1500;

/** None while the choices are not those that are known, or not drawn yet. */
function nextKey(choices: readonly Choice[]): 'Up' | 'Down' | 'Enter' | undefined {
  const wanted = choices.findIndex(({ rows }) => rows.join(' ') === yes);
  const highlighted = choices.findIndex(({ isHighlighted }) => isHighlighted);
  if (wanted === -1 || highlighted === -1) return undefined;
  if (wanted === highlighted) return 'Enter';
  return wanted > highlighted ? 'Down' : 'Up';
}

const notUnderstood =
  'Claude asks in its terminal whether to trust the folder, and Beckon could not answer there. Run `claude` in that ' +
  'folder once and answer it yourself.';
