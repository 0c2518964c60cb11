// What to press next so that a dialog gets exactly this answer. One step at a time, each from a fresh reading of the screen:
// choices are found by their words, never by their number, and Enter is pressed only on what is highlighted.
import { chosen, type Answer, type Question } from '@beckon/protocol';
import { inertText, type Key } from '../tmux/typing.ts';
import type { ApprovalDialog, Choice, Dialog, PlanDialog, QuestionDialog, ReviewDialog } from './dialog.ts';
import { questionIndex, type ShownAsk } from './matchesAsk.ts';
import { joined, shows } from './screen.ts';

/** `settles` marks the key that gives the answer: after it the dialog should be gone. */
export type Step = { press: Key; settles?: true } | { paste: string };

/** `undefined` where the answer cannot be said exactly in this dialog. The dialog must match the ask. */
export function nextStep(dialog: Dialog, ask: ShownAsk, given: Answer): Step | undefined {
  const answer = asTyped(given);
  // Escape says no to every dialog, whichever it turns out to be. It stops the turn, as "No" without a reason does.
  if (answer.type === 'deny' && answer.message === undefined) return { press: 'Escape', settles: true };
  switch (dialog.kind) {
    case 'approval':
      return approvalStep(dialog, answer);
    case 'plan':
      return planStep(dialog, answer);
    case 'question':
      return answer.type === 'answers' && ask.kind === 'question'
        ? questionStep(dialog, ask.questions, answer.answers)
        : undefined;
    case 'review':
      return answer.type === 'answers' && ask.kind === 'question'
        ? reviewStep(dialog, ask.questions, answer.answers)
        : undefined;
    case 'trust':
    case 'api_key':
      return undefined;
  }
}

/** The answer with its reason as the terminal will show it. */
function asTyped(answer: Answer): Answer {
  if (answer.type !== 'deny') return answer;
  const { message, ...rest } = answer;
  const text = inertText(message ?? '').trim();
  return text === '' ? rest : { ...rest, message: text };
}

function approvalStep({ choices, canAmend }: ApprovalDialog, answer: Answer): Step | undefined {
  if (answer.type === 'approve') {
    // A changed input or a lasting permission has no words here that are sure to mean the same.
    const isPlain = answer.updatedInput === undefined && !answer.remember && answer.permissionMode === undefined;
    return isPlain ? take(choices, 'Yes') : undefined;
  }
  if (answer.type !== 'deny' || answer.interrupt || answer.message === undefined) return undefined;
  const highlighted = choices.find(({ isHighlighted }) => isHighlighted);
  if (highlighted && is(highlighted, 'No')) return canAmend ? { press: 'Tab' } : undefined;
  if (!canAmend && highlighted && is(highlighted, AMENDING)) return { paste: answer.message };
  if (!canAmend && highlighted && shows(highlighted.rows, `No, ${answer.message}`)) return enter;
  return moveTo(choices, 'No');
}

/** What an empty field says, after Tab on "No". */
const AMENDING = 'No, and tell Claude what to do differently';

function planStep({ choices }: PlanDialog, answer: Answer): Step | undefined {
  if (answer.type === 'approve') {
    if (answer.updatedInput !== undefined || answer.remember) return undefined;
    const words = planWords[answer.permissionMode ?? 'default'] ?? [];
    const offered = words.find((text) => choices.some((choice) => is(choice, text)));
    return offered === undefined ? undefined : take(choices, offered);
  }
  if (answer.type !== 'deny' || answer.interrupt || answer.message === undefined) return undefined;
  const last = choices.at(-1);
  if (last?.isHighlighted && is(last, FEEDBACK)) return { paste: answer.message };
  if (last?.isHighlighted && shows(last.rows, answer.message)) return enter;
  return moveTo(choices, FEEDBACK);
}

const FEEDBACK = 'Tell Claude what to change';

/** How the agent words the ways to go on, with a plan and without one. */
const planWords: Record<string, string[] | undefined> = {
  default: ['Yes, manually approve edits', 'Yes, and switch to default (ask each time) for this session'],
  acceptEdits: ['Yes, auto-accept edits'],
  auto: ['Yes, and use auto mode'],
};

function questionStep(
  dialog: QuestionDialog,
  questions: Question[],
  answers: Record<string, string>,
): Step | undefined {
  const index = questionIndex(dialog, questions);
  if (index === undefined) return undefined;
  const { options } = dialog;
  const other = options.at(-1);
  // Tabs are taken from the left; someone at the terminal may have gone ahead.
  if (dialog.tabs.slice(0, index).some(({ isAnswered }) => !isAnswered)) {
    return { press: other?.isHighlighted ? 'Up' : 'Left' };
  }
  const known = questions[index]?.options.map(({ label }) => label) ?? [];
  const wanted = chosen(questions, answers, index);
  const [text, ...more] = wanted.filter((label) => !known.includes(label));
  if (more.length > 0 || wanted.length === 0 || text?.trim() === '') return undefined;
  const rows = known.map((label) => wanted.includes(label));
  if (dialog.multiSelect) return multiSelectStep(dialog, rows, text);
  const target = text === undefined ? rows.indexOf(true) : options.length - 1;
  if (!options[target]?.isHighlighted) return move(options, target);
  const isLast = questions.length === 1;
  const step: Step = isLast ? enter : { press: 'Enter' };
  return text === undefined ? step : typed(options[target], text, step);
}

function multiSelectStep({ options, goOn }: QuestionDialog, wanted: boolean[], text: string | undefined) {
  const other = options.length - 1;
  const wrong = options.findIndex(({ isChecked, rows }, index) => {
    if (index < other) return isChecked !== wanted[index];
    return text === undefined ? isChecked : !isChecked || !shows(rows, text);
  });
  const all = [...options, { rows: [], isHighlighted: goOn?.isHighlighted ?? false }];
  const target = wrong === -1 ? all.length - 1 : wrong;
  if (!all[target]?.isHighlighted) return move(all, target);
  return target === other && text !== undefined
    ? typed(options[other], text, { press: 'Enter' })
    : ({ press: 'Enter' } as const);
}

/** Into the field for another text: type where it is empty, go on where the text stands, and touch nobody else's text. */
function typed(field: Choice | undefined, given: string, then: Step): Step | undefined {
  if (field === undefined) return undefined;
  const text = inertText(given);
  if (is(field, 'Type something.') || is(field, 'Type something')) return { paste: text };
  return shows(field.rows, text) ? then : undefined;
}

function reviewStep(dialog: ReviewDialog, questions: Question[], answers: Record<string, string>): Step | undefined {
  const isSame = questions.every(({ question }, index) => {
    const shown = dialog.answers.find((candidate) => shows(candidate.question, question));
    return shown !== undefined && showsLabels(shown.answer, chosen(questions, answers, index));
  });
  if (!dialog.isComplete || !isSame || dialog.answers.length !== questions.length) return undefined;
  return take(dialog.choices, 'Submit answers');
}

/** In any order, with a comma between them; a label that holds a comma or a quote stands in quotes. */
function showsLabels(rows: string[], labels: string[]): boolean {
  const bare = (text: string) => text.replace(/[\s"\\]/g, '');
  let rest = bare(rows.join(''));
  const length = labels.reduce((sum, label) => sum + bare(label).length, 0) + labels.length - 1;
  if (rest.length !== length) return false;
  for (const label of labels.map(bare).toSorted((a, b) => b.length - a.length)) {
    if (!rest.includes(label)) return false;
    rest = rest.replace(label, () => '');
  }
  return true;
}

const enter: Step = { press: 'Enter', settles: true };

function is(choice: Choice, text: string): boolean {
  return joined(choice.rows) === text;
}

/** Takes the one choice with these words. */
function take(choices: Choice[], text: string): Step | undefined {
  const [choice, ...more] = choices.filter((candidate) => is(candidate, text));
  if (choice === undefined || more.length > 0) return undefined;
  return choice.isHighlighted ? enter : moveTo(choices, text);
}

function moveTo(choices: Choice[], text: string): Step | undefined {
  const target = choices.findIndex((choice) => is(choice, text));
  return target === -1 ? undefined : move(choices, target);
}

function move(choices: Choice[], target: number): Step | undefined {
  const current = choices.findIndex(({ isHighlighted }) => isHighlighted);
  return current === -1 || target < 0 ? undefined : { press: current < target ? 'Down' : 'Up' };
}
