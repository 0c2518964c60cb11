// Reads which dialog a screen shows. Strict: what is not one of the dialogs that were measured, whole and undisturbed, is
// none, and nobody types into it.
import type { Choice, Dialog, StartUpDialog } from './dialog.ts';
import { readApproval } from './readApproval.ts';
import { readPlan } from './readPlan.ts';
import { readQuestion, readReview } from './readQuestion.ts';
import { isRule, screenRows } from './screen.ts';

/** `screen` is what `tmux capture-pane -p` prints, with or without colours. */
export function readDialog(screen: string): Dialog | undefined {
  const rows = screenRows(screen);
  return readApproval(rows) ?? readQuestion(rows) ?? readReview(rows) ?? readPlan(rows) ?? readStartUp(rows);
}

/** The choices of the dialog that asks whether to trust the folder, where the screen shows that; see `trustChoices`. */
export function readTrustDialog(screen: string): Choice[] | undefined {
  const rows = screenRows(screen);
  return startUpTitle(rows) === 'Accessing workspace:' ? trustChoices(rows) : undefined;
}

function readStartUp(rows: readonly string[]): StartUpDialog | undefined {
  const title = startUpTitle(rows);
  if (title === 'Accessing workspace:') return { kind: 'trust', choices: trustChoices(rows) };
  if (title === 'Detected a custom API key in your environment') return { kind: 'api_key' };
  return undefined;
}

function startUpTitle(rows: readonly string[]): string | undefined {
  if (rows.at(-1)?.trim() !== 'Enter to confirm · Esc to cancel') return undefined;
  return rows[rows.findIndex((row) => isRule(row)) + 1]?.trim();
}

/** They stand above the last row, without numbers. None where they are not the two that were measured. */
function trustChoices(rows: readonly string[]): Choice[] {
  const choices = rows.slice(-4, -2).flatMap((row): Choice[] => {
    const [, mark, text] = /^ (❯| ) (\S.*)$/.exec(row) ?? [];
    return text === undefined ? [] : [{ rows: [text], isHighlighted: mark === '❯' }];
  });
  const isKnown = choices.length === 2 && choices.filter(({ isHighlighted }) => isHighlighted).length === 1;
  return isKnown && rows.at(-2) === '' ? choices : [];
}
