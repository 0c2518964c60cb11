// What a person has picked for one question, and how that becomes an answer. "Other" and the offered options exclude
// each other.
import type { Answers, Question } from '@beckon/protocol';

export interface Choice {
  /** Positions of the options that are picked. */
  picked: number[];
  isOther: boolean;
  /** Kept when an option is picked instead, in case the person changes their mind. */
  otherText: string;
}

/** Where a question offers nothing to pick, only "Other" is left. */
export function initialChoices(questions: Question[]): Choice[] {
  return questions.map(({ options }) => ({ picked: [], isOther: options.length === 0, otherText: '' }));
}

export function pick(choice: Choice, index: number, { multiSelect }: Question): Choice {
  if (!multiSelect) return { ...choice, picked: [index], isOther: false };
  const isPicked = choice.picked.includes(index) && !choice.isOther;
  const others = choice.isOther ? [] : choice.picked.filter((each) => each !== index);
  return { ...choice, isOther: false, picked: isPicked ? others : [...others, index].toSorted((a, b) => a - b) };
}

export function pickOther(otherText: string): Choice {
  return { picked: [], isOther: true, otherText };
}

export function isAnswered({ picked, isOther, otherText }: Choice): boolean {
  return isOther ? otherText.trim() !== '' : picked.length > 0;
}

/** In the wire's format: keyed by the question's position. */
export function toAnswers(questions: Question[], choices: Choice[]): Answers {
  return Object.fromEntries(choices.map((choice, index) => [String(index), answerText(questions[index], choice)]));
}

function answerText(question: Question | undefined, { picked, isOther, otherText }: Choice): string {
  if (isOther) return otherText.trim();
  const labels = picked.flatMap((index) => question?.options[index]?.label ?? []);
  return question?.multiSelect ? JSON.stringify(labels) : (labels[0] ?? '');
}
