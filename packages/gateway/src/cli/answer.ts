// `beckon answer`: answers an ask from a terminal or a script, like any other device.
import type { Answer, Ask, Transport } from '@beckon/protocol';
import { BeckonError, headline, kindOf } from '@beckon/protocol';
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

/** `words` are `approve`, `deny`, `without-settings` of a folder, or an answer to each question, in their order. */
export async function answer(wanted: string, words: string[], options: AnswerOptions): Promise<void> {
  const gateway = await requireGateway(options.stateDir);
  const ask = await find(gateway, wanted);
  const given = answerFrom(ask, words, options);
  await gateway.answer(ask.id, given);
  const wish = kindOf(ask).words.wish(given, (mode) => mode);
  print(textLine(`Answered${wish === undefined ? '' : ` “${wish}”`}: ${headline(ask)}`));
}

/** Also one that was answered already: who is too late is told so. */
async function find(gateway: Transport, wanted: string): Promise<Ask> {
  const [unfinished, latest] = await Promise.all([
    gateway.listAsks({ state: 'unfinished' }),
    gateway.listAsks({ state: 'all', limit: 200 }),
  ]);
  const asks = new Map([...latest.asks, ...unfinished.asks].map((ask) => [ask.id, ask]));
  return onlyOne([...asks.values()], wanted, { what: 'ask', code: 'ask_not_found' });
}

function answerFrom(ask: Ask, words: readonly string[], { message, always }: Omit<AnswerOptions, 'stateDir'>): Answer {
  const types = kindOf(ask).answers;
  if (message !== undefined && words[0] !== 'deny') {
    throw new BeckonError('invalid_request', '“--message” goes with deny.');
  }
  const isOneWord = (word: string) => words.length === 1 && words[0] === word;
  if (isOneWord('deny') && types.includes('deny')) return { type: 'deny', ...(message !== undefined && { message }) };
  if (isOneWord('approve') && types.includes('approve')) return { type: 'approve', ...(always && { remember: true }) };
  // Whether that may be said of this ask, the gateway knows.
  if (isOneWord('without-settings') && types.includes('approve')) return { type: 'approve', withoutSettings: true };
  if (!('questions' in ask)) {
    const possible = 'folder' in ask ? 'approve (which trusts it), without-settings or deny' : 'approve or deny';
    throw new BeckonError('invalid_request', `Say ${possible}.`);
  }
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
