// Answers a dialog by typing: reads the screen, makes sure that it shows the very dialog the ask is about, presses one key,
// reads again. Nothing is pressed that the reading did not call for.
import type { Answer } from '@beckon/protocol';
import type { Clock } from '../../../clock.ts';
import { becomesTrue, pause } from '../../../clock.ts';
import type { Key } from '../tmux/typing.ts';
import type { Dialog } from './dialog.ts';
import { matchesAsk, type ShownAsk } from './matchesAsk.ts';
import { nextStep, type Step } from './nextStep.ts';
import { readDialog } from './readDialog.ts';

/** A terminal, as far as answering needs one. */
export interface DialogTerminal {
  clock: Clock;
  screen(): Promise<string>;
  press(key: Key): Promise<void>;
  /** As inert text. */
  paste(text: string): Promise<void>;
  /** Makes room for a dialog taller than the screen; what it gives back undoes it. */
  stretch?(): Promise<() => Promise<void>>;
}

export type ScreenAnswer =
  /** The deciding key was pressed on the right choice, and the dialog is gone. */
  | { type: 'answered' }
  /** It was pressed, and the dialog is still to be seen: the transcript must tell. */
  | { type: 'unsure' }
  /**
   * It was not pressed; what waits still waits. `unrecognised`: no dialog that Beckon knows. `another_dialog`: not the one
   * of this ask. `not_sayable`: the dialog has no words for this answer. `stuck`: the terminal did not do what a key does.
   */
  | { type: 'not_answered'; reason: 'unrecognised' | 'another_dialog' | 'not_sayable' | 'stuck' };

export interface Answering {
  ask: ShownAsk;
  answer: Answer;
  /** The session's folder. */
  cwd: string;
  signal?: AbortSignal;
}

export async function answerOnScreen(terminal: DialogTerminal, answering: Answering): Promise<ScreenAnswer> {
  let restore: (() => Promise<void>) | undefined;
  const read = async () => {
    const dialog = await steadyDialog(terminal);
    if (dialog !== undefined || terminal.stretch === undefined || restore !== undefined) return dialog;
    restore = await terminal.stretch();
    await becomes(terminal, (again) => again !== undefined);
    return steadyDialog(terminal);
  };
  try {
    return await answerStepwise(terminal, answering, read);
  } finally {
    await restore?.();
  }
}

async function answerStepwise(
  terminal: DialogTerminal,
  { ask, answer, cwd, signal }: Answering,
  read: () => Promise<Dialog | undefined>,
): Promise<ScreenAnswer> {
  let dropped = 0;
  for (let count = 0; count < STEP_LIMIT; count += 1) {
    const dialog = await read();
    if (signal?.aborted) return notAnswered('stuck');
    if (dialog === undefined) return notAnswered('unrecognised');
    if (!matchesAsk(dialog, ask, cwd)) return notAnswered('another_dialog');
    const step = nextStep(dialog, ask, answer);
    if (step === undefined) return notAnswered('not_sayable');
    await take(terminal, step);
    // After the deciding key, a dialog that asks the same and looks different is a new one: the agent may ask again at once.
    const hasChanged = await becomes(terminal, (now) => !isSame(now, dialog));
    const isSettling = 'press' in step && step.settles === true;
    if (hasChanged && isSettling) return { type: 'answered' };
    // The agent drops a key that comes at the very moment at which it draws: then the next reading calls for it again.
    if (!hasChanged) dropped += 1;
    if (dropped === DROPPED_LIMIT) return isSettling ? { type: 'unsure' } : notAnswered('stuck');
  }
  return notAnswered('stuck');
}

/** Four questions with all that can be toggled, moved to and typed take fewer. */
const STEP_LIMIT = 100;
const DROPPED_LIMIT = 3;
const REDRAW_MS = 25;
const PATIENCE_MS = 3000;

function take(terminal: DialogTerminal, step: Step): Promise<void> {
  return 'press' in step ? terminal.press(step.press) : terminal.paste(step.paste);
}

/** What two readings in a row agree on: one alone may have met the screen half drawn. */
async function steadyDialog(terminal: DialogTerminal): Promise<Dialog | undefined> {
  let dialog: Dialog | undefined;
  let again = readDialog(await terminal.screen());
  await pause(terminal.clock, REDRAW_MS);
  const isSteady = async () => {
    dialog = again;
    again = readDialog(await terminal.screen());
    return isSame(dialog, again);
  };
  await becomesTrue(terminal.clock, isSteady, { withinMs: PATIENCE_MS, everyMs: REDRAW_MS });
  return again;
}

function becomes(terminal: DialogTerminal, isWanted: (dialog: Dialog | undefined) => boolean): Promise<boolean> {
  const isSo = async () => isWanted(readDialog(await terminal.screen()));
  return becomesTrue(terminal.clock, isSo, { withinMs: PATIENCE_MS, everyMs: REDRAW_MS });
}

function isSame(one: Dialog | undefined, other: Dialog | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function notAnswered(reason: Extract<ScreenAnswer, { type: 'not_answered' }>['reason']): ScreenAnswer {
  return { type: 'not_answered', reason };
}
