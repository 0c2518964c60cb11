// Questions that an agent puts to its person, and the answers: how both look on the wire, and how to read both
// leniently, because a model writes the one and any client the other.
import { z } from 'zod';

export const QuestionOption = z.object({
  label: z.string(),
  description: z.string().optional(),
  preview: z.string().optional(),
});
export type QuestionOption = z.infer<typeof QuestionOption>;

export const headerLimit = 12;

/** Well-formed agents give 2 to 4 options; others are shown as well as can be, so the count is not enforced here. */
export const Question = z.object({
  header: z.string().max(headerLimit),
  question: z.string(),
  options: z.array(QuestionOption),
  multiSelect: z.boolean(),
});
export type Question = z.infer<typeof Question>;

/** Keys are the question's index as text; a multi-select value is a JSON array of labels; "Other" is the text itself. */
export const Answers = z.record(z.string(), z.string());
export type Answers = z.infer<typeof Answers>;

/** Reads the input of AskUserQuestion, whatever a confused model put there. Empty where it holds no question at all. */
export function readQuestions(input: unknown): Question[] {
  const parsed = LenientInput.safeParse(input);
  if (!parsed.success) return [];
  return parsed.data.questions.flatMap((candidate) => {
    const read = LenientQuestion.safeParse(candidate);
    if (!read.success) return [];
    const { header, question, options, multiSelect } = read.data;
    return [{ header: shorten(header || question), question, options: options.flatMap(readOption), multiSelect }];
  });
}

export type AnswersReading = { ok: true; answers: Answers } | { ok: false; message: string };

/**
 * Checks answers against the questions that were asked and gives them back keyed by index. Keys may be the index or the
 * question's text. A label that is no option counts as "Other", which is any text.
 */
export function readAnswers(questions: Question[], given: Answers): AnswersReading {
  const answers: Answers = {};
  for (const [key, value] of Object.entries(given)) {
    const index = questionIndex(questions, key);
    if (index === undefined) return { ok: false, message: `“${key}” is not one of the questions that were asked.` };
    if (answers[index] !== undefined) return { ok: false, message: `Question ${index + 1} is answered twice.` };
    answers[index] = value;
  }
  for (const [index, { question }] of questions.entries()) {
    if (chosen(questions, answers, index).every((label) => label.trim() === '')) {
      return { ok: false, message: `Question ${index + 1} (“${question}”) has no answer yet.` };
    }
  }
  return { ok: true, answers };
}

/** The labels or the free text chosen for one question. */
export function chosen(questions: Question[], answers: Answers, index: number): string[] {
  const value = answers[index];
  if (value === undefined) return [];
  return questions[index]?.multiSelect ? (labelArray(value) ?? [value]) : [value];
}

/** The agent's own format: keyed by the question's text, labels joined with a comma. */
export function answersForAgent(questions: Question[], answers: Answers): Answers {
  const entries = questions.map(({ question }, index) => [question, chosen(questions, answers, index).join(', ')]);
  return Object.fromEntries(entries) as Answers;
}

const LenientInput = z.object({ questions: z.array(z.unknown()) });
const LenientQuestion = z.object({
  header: z.string().catch(''),
  question: z.string().min(1),
  options: z.array(z.unknown()).catch([]),
  multiSelect: z.boolean().catch(false),
});

function readOption(candidate: unknown): QuestionOption[] {
  if (typeof candidate === 'string') return [{ label: candidate }];
  const read = QuestionOption.safeParse(candidate);
  if (read.success) return [read.data];
  const labelOnly = QuestionOption.pick({ label: true }).safeParse(candidate);
  return labelOnly.success ? [labelOnly.data] : [];
}

function shorten(text: string): string {
  if (text.length <= headerLimit) return text;
  let short = '';
  for (const character of text) {
    if (short.length + character.length > headerLimit - 1) break;
    short += character;
  }
  return `${short}…`;
}

function questionIndex(questions: Question[], key: string): number | undefined {
  if (/^\d{1,3}$/.test(key) && Number(key) < questions.length) return Number(key);
  const index = questions.findIndex(({ question }) => question === key);
  return index === -1 ? undefined : index;
}

/** What a multi-select value holds; undefined where it is plain text. */
export function labelArray(value: string): string[] | undefined {
  try {
    return z.array(z.string()).parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}
