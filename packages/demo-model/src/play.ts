// Decides what the model does next. Everything is derived from the request, so that a conversation may be interrupted,
// resumed or forked and still goes on where it stands.
import { readAnswers, readConversation, type Moment, type Outcome } from './conversation.ts';
import type { MessagesRequest } from './messagesApi.ts';
import { readPromptScript, withoutScript } from './promptScript.ts';
import { say, type Block, type Script, type Turn } from './script.ts';

export interface Repertoire {
  readonly scripts: readonly Script[];
  /** What to answer to a prompt that starts no script. */
  readonly elsewhere: (attachments: readonly string[]) => string;
}

/** The turn to send. Its `error`, where it has one, is due; `attempt` counts from 0 over identical requests. */
export function nextTurn(request: MessagesRequest, repertoire: Repertoire, attempt: number): Turn {
  const moments = readConversation(request.messages);
  // A request without tools is the CLI's own: it wants a title or a summary.
  if (request.tools.length === 0) return speak(titleFor(moments));

  const current = findScript(moments, repertoire.scripts);
  if (current === undefined) {
    const prompt = moments.findLast((moment) => moment.kind === 'prompt');
    return speak(repertoire.elsewhere(prompt?.attachments ?? []));
  }
  const { turns, prompt, since } = current;
  const turn = turnAt(turns, stepsOf(since)) ?? speak(pastTheEnd(since));
  if (turn.error !== undefined && attempt < (turn.error.times ?? Infinity)) return turn;

  const blocks = fill(turn.blocks, fillings(prompt, since));
  return { ...turn, error: undefined, blocks: [...acknowledgements(since), ...blocks] };
}

interface CurrentScript {
  prompt: string;
  turns: readonly Turn[];
  /** What happened after its prompt. */
  since: Moment[];
}

/** The script of the last prompt. Words in mid-turn take over only where they start a script themselves. */
function findScript(moments: Moment[], scripts: readonly Script[]): CurrentScript | undefined {
  for (const [index, moment] of [...moments.entries()].toReversed()) {
    if (moment.kind !== 'prompt' && moment.kind !== 'interjection') continue;
    const { text } = moment;
    const script = readPromptScript(text) ?? scripts.find((candidate) => starts(candidate, text));
    if (script !== undefined) {
      const turns = typeof script.turns === 'function' ? script.turns(text) : script.turns;
      return { prompt: text, turns, since: moments.slice(index + 1) };
    }
    if (moment.kind === 'prompt') return undefined;
  }
  return undefined;
}

function starts(script: Script, prompt: string): boolean {
  return script.matches?.test(prompt) ?? prompt.toLowerCase().startsWith(script.prompt.toLowerCase());
}

/** One message of the model and what became of its tool calls. */
interface Step {
  callCount: number;
  outcome: Outcome;
}

function stepsOf(moments: Moment[]): Step[] {
  const steps: Step[] = [];
  for (const moment of moments) {
    if (moment.kind === 'reply') steps.push({ callCount: moment.callCount, outcome: 'ok' });
    const step = steps.at(-1);
    if (moment.kind === 'result' && step) step.outcome = worse(step.outcome, moment.outcome);
  }
  return steps;
}

function worse(one: Outcome, other: Outcome): Outcome {
  const order: Outcome[] = ['ok', 'failed', 'denied'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** Walks the script along the steps taken so far; undefined once it has ended. */
function turnAt(turns: readonly Turn[], steps: Step[]): Turn | undefined {
  let position = 0;
  let detour: Turn | undefined;
  for (const step of steps) {
    const turn = turns[position];
    if (turn === undefined) return undefined;
    if (step.outcome !== 'ok') {
      // A person stops saying no at some point; a call that is malformed fails for ever.
      const again = step.outcome === 'failed' && detour !== undefined;
      detour = { ...turn, error: undefined, blocks: again ? DEFAULT_DETOUR.failed : detourOf(turn, step.outcome) };
    } else if (detour !== undefined && step.callCount === 0) {
      return undefined;
    } else {
      detour = undefined;
      position += 1;
    }
  }
  return detour ?? turns[position];
}

const DEFAULT_DETOUR = {
  denied: [say('Understood, I leave that alone. You said: “{{reason}}”')],
  failed: [say('That did not work: {{reason}}')],
};

function detourOf(turn: Turn, outcome: 'denied' | 'failed'): Block[] {
  return (outcome === 'denied' ? turn.whenDenied : turn.whenFailed) ?? DEFAULT_DETOUR[outcome];
}

function fillings(prompt: string, since: Moment[]): Record<string, string> {
  const results = sinceLastReply(since).filter((moment) => moment.kind === 'result');
  const result = results.map(({ text }) => text).join('\n');
  return {
    prompt,
    result,
    reason: results.find(({ outcome }) => outcome !== 'ok')?.text ?? '',
    answers: readAnswers(result)
      .map(({ question, answer }) => `- ${question} **${answer}**`)
      .join('\n'),
  };
}

function fill<T>(value: T, values: Record<string, string>): T;
function fill(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [key, fill(item, values)]));
}

function acknowledgements(since: Moment[]): Block[] {
  return sinceLastReply(since)
    .filter((moment) => moment.kind === 'interjection')
    .map(({ text }) => say(`(Noted: “${text}”)\n\n`));
}

function pastTheEnd(since: Moment[]): string {
  const reports = sinceLastReply(since).filter((moment) => moment.kind === 'report');
  if (reports.length === 0) return 'That was all for this one. Send another prompt to go on.';
  return reports.map(({ text }) => `- ${text}`).join('\n');
}

function sinceLastReply(moments: Moment[]): Moment[] {
  return moments.slice(moments.findLastIndex((moment) => moment.kind === 'reply') + 1);
}

function titleFor(moments: Moment[]): string {
  const prompt = moments.findLast((moment) => moment.kind === 'prompt')?.text ?? '';
  const words = withoutScript(prompt).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 'Demo session';
  return words.slice(0, 6).join(' ') + (words.length > 6 ? ' …' : '');
}

const speak = (text: string): Turn => ({ blocks: [say(text)] });
