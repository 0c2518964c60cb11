// Reads the agent's questions: one tab each, and the review of the answers before they are sent.
import { takeChoices } from './choices.ts';
import type { Choice, Option, QuestionDialog, ReviewDialog } from './dialog.ts';
import { isRule, joined, RowsFromBelow, withoutBar } from './screen.ts';

export function readQuestion(screen: readonly string[]): QuestionDialog | undefined {
  const rows = new RowsFromBelow(screen);
  if (!/^Enter to select · .*Esc to cancel$/.test(joined(rows.takeParagraph()))) return undefined;
  rows.takeBlank();
  if (!/^(❯| ) [1-9]\. Chat about this$/.test(rows.take() ?? '') || !isRule(rows.take())) return undefined;
  const goOn = takeGoOn(rows);
  const choices = takeChoices(rows, 0);
  const question = rows.takeParagraph();
  const [tabRow = '', ...rest] = rows.takeParagraph().toReversed();
  const tabs = readTabs(tabRow);
  if (choices === undefined || question.length === 0 || tabs === undefined || !isRule(rest[0])) return undefined;
  const options = goOn ? choices.map(readCheckbox) : choices.map((choice) => ({ ...choice, isChecked: false }));
  if (!options.every((option) => option !== undefined)) return undefined;
  return {
    kind: 'question',
    tabs,
    question: withoutBar(question),
    multiSelect: goOn !== undefined,
    options,
    ...(goOn && { goOn }),
  };
}

export function readReview(screen: readonly string[]): ReviewDialog | undefined {
  const rows = new RowsFromBelow(screen);
  const choices = takeChoices(rows, 0);
  if (choices === undefined || joined(rows.takeParagraph()) !== 'Ready to submit your answers?') return undefined;
  const listed = rows.takeUntil((row) => row === 'Review your answers' || isRule(row));
  if (rows.take() !== 'Review your answers') return undefined;
  rows.takeBlank();
  if (readTabs(rows.take() ?? '') === undefined || !isRule(rows.take())) return undefined;
  const isComplete = !listed.some((row) => row.startsWith('⚠'));
  return { kind: 'review', isComplete, answers: readAnswers(listed), choices };
}

function takeGoOn(rows: RowsFromBelow): QuestionDialog['goOn'] {
  const match = /^(❯| ) {4}(Submit|Next)$/.exec(rows.last ?? '');
  if (!match) return undefined;
  rows.take();
  return { isHighlighted: match[1] === '❯' };
}

function readCheckbox({ rows: [first = '', ...further], isHighlighted }: Choice): Option | undefined {
  const match = /^\[(✔| )\] (.*)$/.exec(first);
  if (!match) return undefined;
  return { rows: [match[2] ?? '', ...further], isHighlighted, isChecked: match[1] === '✔' };
}

/** ` ☐ Database` or `←  ☒ Database  ☐ Features  ✔ Submit  →` */
function readTabs(row: string): QuestionDialog['tabs'] | undefined {
  const inner = /^ ([☐☒] .+)$/.exec(row)?.[1] ?? /^← {2}([☐☒] .+) {2}✔ Submit {2}→$/.exec(row)?.[1];
  return inner?.split(/ {2}(?=[☐☒] )/).map((tab) => ({ header: tab.slice(2), isAnswered: tab.startsWith('☒') }));
}

/** ` ● Question` and `   → answer`, either over several rows, then with a bar. */
function readAnswers(listed: readonly string[]): ReviewDialog['answers'] {
  const answers: ReviewDialog['answers'] = [];
  let current: string[] = [];
  for (const row of listed.map((text) => text.replace(/^ *│ ?/, '').trim())) {
    if (row.startsWith('● ')) {
      current = [row.slice(2)];
      answers.push({ question: current, answer: [] });
    } else if (row.startsWith('→ ')) {
      current = [row.slice(2)];
      const last = answers.at(-1);
      if (last) last.answer = current;
    } else if (row !== '') current.push(row);
  }
  return answers;
}
