// The drafts of an ask as the fields that devices share: each by its name, as text. What else is to be shared gets a row here.
import type { Ask } from '@beckon/protocol';
import type { Choice } from '../asks/choice.ts';
import { initialChoices } from '../asks/choice.ts';
import type { PlanComment } from '../asks/plan/feedback.ts';
import type { Drafts } from './drafts.ts';

/** The field of a question's choice. */
export const choiceField = (index: number) => `choice.${index}`;
export const reasonField = 'reason';
/** What is said about passages of a plan, all of it. */
export const commentsField = 'comments';
/** What is to be approved in place of the input that was asked about. */
export const inputField = 'input';

/** Those that hold something. */
export function fieldsOf(drafts: Drafts, { id }: Ask): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, choice] of (drafts.choices[id] ?? []).entries()) {
    if (!isEmpty(choice)) fields[choiceField(index)] = JSON.stringify(choice);
  }
  if (drafts.reasons[id]) fields[reasonField] = drafts.reasons[id];
  const { [id]: comments = [] } = drafts.comments;
  if (comments.length > 0) fields[commentsField] = JSON.stringify(comments);
  if (drafts.inputs[id] !== undefined) fields[inputField] = drafts.inputs[id];
  return fields;
}

/** With the field filled in as elsewhere; the same drafts where the text, or the field, means nothing to this page. */
export function withField(drafts: Drafts, ask: Ask, { name, text }: { name: string; text: string }): Drafts {
  if (name === reasonField) return { ...drafts, reasons: { ...drafts.reasons, [ask.id]: text } };
  if (name === inputField) return { ...drafts, inputs: { ...drafts.inputs, [ask.id]: text } };
  if (name === commentsField) {
    const comments = readComments(text);
    return comments ? { ...drafts, comments: { ...drafts.comments, [ask.id]: comments } } : drafts;
  }
  const index = Number(/^choice\.(\d+)$/.exec(name)?.[1]);
  const questions = 'questions' in ask ? ask.questions : [];
  const choice = readChoice(text);
  if (!choice || !questions[index] || choice.picked.some((at) => !questions[index]?.options[at])) return drafts;
  const choices = drafts.choices[ask.id] ?? initialChoices(questions);
  return { ...drafts, choices: { ...drafts.choices, [ask.id]: choices.with(index, choice) } };
}

function isEmpty({ picked, isOther, otherText }: Choice): boolean {
  return picked.length === 0 && !isOther && otherText === '';
}

function readComments(text: string): PlanComment[] | undefined {
  if (text === '') return [];
  try {
    const comments = JSON.parse(text) as unknown;
    return Array.isArray(comments) && comments.every(isComment) ? comments : undefined;
  } catch {
    return undefined;
  }
}

function isComment(value: unknown): value is PlanComment {
  const { start, quote, text } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return Number.isInteger(start) && typeof quote === 'string' && typeof text === 'string';
}

function readChoice(text: string): Choice | undefined {
  if (text === '') return { picked: [], isOther: false, otherText: '' };
  try {
    const { picked, isOther, otherText } = JSON.parse(text) as Record<string, unknown>;
    const places = Array.isArray(picked) ? picked.filter((at) => Number.isInteger(at)) : undefined;
    if (!places || typeof otherText !== 'string') return undefined;
    return { picked: places as number[], isOther: isOther === true, otherText };
  } catch {
    return undefined;
  }
}
