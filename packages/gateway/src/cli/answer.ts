// `beckon answer`: answers an ask from a terminal or a script, like any other device.
import type { Answer, Ask } from '@beckon/protocol';
import { BeckonError, headline, kindOf, openAsks } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { print, textLine } from './lines.ts';
import { onlyOne } from './onlyOne.ts';

export interface AnswerOptions {
  stateDir: string;
  /** Why not, for the agent to read. */
  message?: string;
  /** Approves what "always allow" offers, too. */
  always: boolean;
}

/** `words` are `approve`, `deny`, or an answer to each question, in their order. */
export async function answer(wanted: string, words: string[], options: AnswerOptions): Promise<void> {
  const gateway = await requireGateway(options.stateDir);
  const ask = onlyOne(openAsks(await gateway.listAsks({ state: 'unfinished' })), wanted, {
    what: 'open ask',
    code: 'ask_not_found',
  });
  await gateway.answer(ask.id, answerFrom(ask, words, options));
  print(textLine(`Answered: ${headline(ask)}`));
}

function answerFrom(ask: Ask, words: readonly string[], { message, always }: Omit<AnswerOptions, 'stateDir'>): Answer {
  const types = kindOf(ask).answers;
  const isOneWord = (word: string) => words.length === 1 && words[0] === word;
  if (isOneWord('deny') && types.includes('deny')) return { type: 'deny', ...(message !== undefined && { message }) };
  if (isOneWord('approve') && types.includes('approve')) return { type: 'approve', ...(always && { remember: true }) };
  if (!('questions' in ask)) throw new BeckonError('invalid_request', 'Say approve or deny.');
  const { questions } = ask;
  if (words.length === questions.length) {
    return { type: 'answers', answers: Object.fromEntries(words.map((word, index) => [String(index), word])) };
  }
  const asked = questions.map(
    ({ question, options }) => `${question} (${options.map(({ label }) => label).join(', ')})`,
  );
  const number = questions.length === 1 ? 'an answer' : `${questions.length} answers, one to each question`;
  throw new BeckonError('invalid_request', textLine(`Give ${number}, or say deny. Asked: ${asked.join('; ')}`));
}
