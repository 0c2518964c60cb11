// What a transcript says that a call was answered with, and where. Measured with Claude Code 2.1.325: the line of a result
// has `permissionDecision`, unless the call was left with Escape, be that at its dialog or while it ran.
import type { Answer, RecordedAnswer } from '@beckon/protocol';
import { type Fields, fieldsOf, textOf } from './fields.ts';

/** Undefined where the line does not say. */
export function recordedAnswer(line: Fields): RecordedAnswer | undefined {
  const decision = fieldsOf(line['permissionDecision']);
  const source = textOf(decision?.['source']);
  if (source !== 'hook' && !source?.startsWith('user_')) return undefined;
  const answer = decision?.['decision'] === 'accept' ? accepted(line, decision) : denied(line);
  return { answer, isFromTerminal: source !== 'hook' };
}

/** Whether the line says that its call was left with Escape. Only the line after it tells from what. */
export function isLeft(line: Fields): boolean {
  return line['toolDenialKind'] === 'user-rejected' && line['permissionDecision'] === undefined;
}

/** Left at its dialog, it did not run. */
export const leftAtDialog: RecordedAnswer = { answer: { type: 'deny' }, isFromTerminal: true };

function accepted(line: Fields, decision: Fields): Answer {
  const answers = Object.entries(fieldsOf(fieldsOf(line['toolUseResult'])?.['answers']) ?? {});
  const texts = answers.flatMap(([question, value]) => (typeof value === 'string' ? [[question, value] as const] : []));
  if (texts.length > 0) return { type: 'answers', answers: Object.fromEntries(texts) };
  const scope = textOf(decision['grantScope']) ?? 'once';
  return { type: 'approve', ...(scope !== 'once' && { remember: true }) };
}

function denied(line: Fields): Answer {
  const message = textOf(line['userFeedback']);
  return { type: 'deny', ...(message !== undefined && { message: message.slice(0, longestMessage) }) };
}

/** As long as an answer may be. */
const longestMessage = 20_000;
