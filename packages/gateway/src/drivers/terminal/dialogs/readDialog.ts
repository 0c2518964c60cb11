// Reads which dialog a screen shows. Strict: what is not one of the dialogs that were measured, whole and undisturbed, is
// none, and nobody types into it.
import type { Dialog, StartUpDialog } from './dialog.ts';
import { readApproval } from './readApproval.ts';
import { readPlan } from './readPlan.ts';
import { readQuestion, readReview } from './readQuestion.ts';
import { isRule, screenRows } from './screen.ts';

/** `screen` is what `tmux capture-pane -p` prints, with or without colours. */
export function readDialog(screen: string): Dialog | undefined {
  const rows = screenRows(screen);
  return readApproval(rows) ?? readQuestion(rows) ?? readReview(rows) ?? readPlan(rows) ?? readStartUp(rows);
}

function readStartUp(rows: readonly string[]): StartUpDialog | undefined {
  if (rows.at(-1)?.trim() !== 'Enter to confirm · Esc to cancel') return undefined;
  const title = rows[rows.findIndex((row) => isRule(row)) + 1]?.trim();
  if (title === 'Accessing workspace:') return { kind: 'trust' };
  if (title === 'Detected a custom API key in your environment') return { kind: 'api_key' };
  return undefined;
}
