// Types into the prompt box: a message to the agent, or the key that changes its permission mode. Like a dialog, the box is
// read before and after every step.
import type { PermissionMode } from '@beckon/protocol';
import { becomesTrue } from '../../../clock.ts';
import { inertText } from '../tmux/typing.ts';
import type { DialogTerminal } from './answerOnScreen.ts';
import { readPromptBox, type PromptBox } from './promptBox.ts';

export type Entered =
  | { type: 'entered' }
  /** Enter was pressed, and the text still stands in the box. */
  | { type: 'unsure' }
  /** `draft`: somebody is writing there, or has left the box in shell mode. */
  | { type: 'not_entered'; reason: 'no_prompt' | 'draft' | 'stuck' };

/**
 * Enters a message with exactly one Enter, into an empty box. A text that begins with a slash is a command, as ever.
 * `images` are paths: the agent takes in a picture whose path is pasted.
 */
export async function enterMessage(
  terminal: DialogTerminal,
  text: string,
  images: readonly string[] = [],
): Promise<Entered> {
  const trouble = await notFree(terminal);
  if (trouble) return trouble;
  for (const [index, path] of images.entries()) {
    await terminal.paste(path);
    const isTaken = await waitFor(terminal, ({ draft }) => draft.split('[Image #').length > index + 1);
    if (!isTaken.isSo) return { type: 'not_entered', reason: 'stuck' };
  }
  if (text !== '') await terminal.paste(images.length > 0 ? ` ${asMessage(text)}` : asMessage(text));
  return enter(terminal, 'message');
}

/** Enters a command for the shell: what an exclamation mark at the beginning means at the desk. The agent asks nobody. */
export async function enterCommand(terminal: DialogTerminal, command: string): Promise<Entered> {
  const trouble = await notFree(terminal);
  if (trouble) return trouble;
  await terminal.press('!');
  const ready = await waitFor(terminal, ({ takes }) => takes === 'shell');
  if (!ready.isSo) return { type: 'not_entered', reason: 'stuck' };
  await terminal.paste(inertText(command));
  return enter(terminal, 'shell');
}

async function notFree(terminal: DialogTerminal): Promise<Entered | undefined> {
  const { isSo, box } = await waitFor(terminal, () => true);
  if (!isSo) return { type: 'not_entered', reason: 'no_prompt' };
  return box?.takes === 'shell' || box?.draft !== '' ? { type: 'not_entered', reason: 'draft' } : undefined;
}

async function enter(terminal: DialogTerminal, takes: PromptBox['takes']): Promise<Entered> {
  const filled = await waitFor(terminal, ({ draft }) => draft !== '');
  if (!filled.isSo || filled.box?.takes !== takes) return { type: 'not_entered', reason: 'stuck' };
  await terminal.press('Enter');
  const isGone = await becomes(terminal, (box) => box?.draft !== filled.box?.draft);
  return { type: isGone ? 'entered' : 'unsure' };
}

export type Switched =
  | { type: 'switched' }
  /** Nothing was pressed: on the way round an agent at work would act in freer modes than anyone has chosen. */
  | { type: 'working' }
  /** The agent does not offer it now. All is as it was. */
  | { type: 'not_offered' }
  /** Nor did the way back lead to where it was. Absent: the screen does not say a mode. */
  | { type: 'astray'; mode?: PermissionMode };

/** Goes round through the modes that a resting agent offers, and where this one is not among them, back. */
export async function switchMode(terminal: DialogTerminal, mode: PermissionMode): Promise<Switched> {
  // A turn whose end was told is a moment longer on the screen.
  const { box, isSo } = await waitFor(terminal, (now) => now.permissionMode !== undefined && !now.isWorking);
  if (box?.isWorking) return { type: 'working' };
  const before = box?.permissionMode;
  if (!isSo || before === undefined) return { type: 'not_offered' };
  if (await goRound(terminal, mode)) return { type: 'switched' };
  if (await goRound(terminal, before)) return { type: 'not_offered' };
  const now = await shownMode(terminal);
  return { type: 'astray', ...(now && { mode: now }) };
}

/** Presses Shift+Tab until the screen says this mode, or has said all there are. */
async function goRound(terminal: DialogTerminal, mode: PermissionMode): Promise<boolean> {
  const begun = await shownMode(terminal);
  let now = begun;
  for (let turn = 0; turn < MODES_IN_CYCLE && now !== undefined && now !== mode; turn += 1) {
    await terminal.press('BTab');
    const left = now;
    now = await shownMode(terminal, (shown) => shown !== left);
    if (now === begun) break;
  }
  return now === mode;
}

/** What the box says, once it says a mode that is wanted; undefined where it does not. */
async function shownMode(
  terminal: DialogTerminal,
  isWanted: (mode: PermissionMode) => boolean = () => true,
): Promise<PermissionMode | undefined> {
  const { box, isSo } = await waitFor(
    terminal,
    ({ permissionMode }) => permissionMode !== undefined && isWanted(permissionMode),
  );
  return isSo ? box?.permissionMode : undefined;
}

/** So that its first and last characters mean nothing to the box, which trims what it sends. */
export function asMessage(text: string): string {
  const inert = inertText(text);
  // An exclamation mark would open a shell, others a menu in which Enter picks something.
  const before = /^[!#/?&@]/.test(inert) ? ' ' : '';
  // Enter behind a backslash would begin a new line; behind the name of a file, pick one from a list.
  const after = /\\$|(^|\s)@\S*$/.test(inert) ? ' ' : '';
  return `${before}${inert}${after}`;
}

const MODES_IN_CYCLE = 6;
const REDRAW_MS = 25;
const PATIENCE_MS = 3000;

async function waitFor(terminal: DialogTerminal, isWanted: (box: PromptBox) => boolean) {
  let box: PromptBox | undefined;
  const isSo = await becomes(terminal, (now) => {
    box = now;
    return now !== undefined && isWanted(now);
  });
  return { isSo, box };
}

function becomes(terminal: DialogTerminal, isWanted: (box: PromptBox | undefined) => boolean): Promise<boolean> {
  const isSo = async () => isWanted(readPromptBox(await terminal.screen()));
  return becomesTrue(terminal.clock, isSo, { withinMs: PATIENCE_MS, everyMs: REDRAW_MS });
}
