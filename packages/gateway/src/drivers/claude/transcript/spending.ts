// What a conversation has spent, as the CLI keeps it. Each message says what it took, subagents' too. What all of it came to,
// with its cost, is written when the conversation ends, be it with its process or with /clear, and counts on after a resume:
// until then nobody knows the cost of what came after the last time. Measured with Claude Code 2.1.325.
import { addUsage, noUsage, type ToolCallId, type Usage } from '@beckon/protocol';
import { countOf, type Fields, fieldsOf } from './fields.ts';

export interface Spent {
  messageId: string;
  usage: Usage;
  at: number;
  /** The tool call whose subagent spent it; undefined for the main agent. */
  author: ToolCallId | undefined;
}

/** What is known of the time before. */
export interface SpentBefore {
  usage: Usage;
  /** When all was said last; what subagents spent before that is in it. */
  saidAt: number;
}

export class Spending {
  #saidAt = 0;
  #total = noUsage;
  /** By author, the message that is being written: each of its lines says anew what all of it has spent. */
  readonly #current = new Map<ToolCallId | undefined, Spent>();
  /** What has been read before it was known what came before. */
  #waiting: (Spent | SpentBefore)[] | undefined = [];

  /** When all was said last. */
  get saidAt(): number {
    return this.#saidAt;
  }

  /** Absent as long as it is not known what came before. */
  get usage(): Usage | undefined {
    if (this.#waiting) return undefined;
    return [...this.#current.values()].map(({ usage }) => usage).reduce(addUsage, this.#total);
  }

  begin(before: SpentBefore): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const one of [before, ...waiting]) {
      if ('saidAt' in one) this.saidAll(one);
      else this.spent(one);
    }
  }

  spent(spent: Spent): void {
    if (this.#waiting) return void this.#waiting.push(spent);
    const { author, messageId, at } = spent;
    if (author !== undefined && at < this.#saidAt) return;
    const current = this.#current.get(author);
    if (current && current.messageId !== messageId) this.#total = addUsage(this.#total, current.usage);
    this.#current.set(author, spent);
  }

  /** A process that took up the conversation of one that was killed knows nothing of what that had spent: then it is not all. */
  saidAll(said: SpentBefore): void {
    if (this.#waiting) return void this.#waiting.push(said);
    if (tokensIn(said.usage) < tokensIn(this.usage ?? noUsage)) return this.#forgetCost();
    this.#total = said.usage;
    this.#saidAt = said.saidAt;
    this.#current.clear();
  }

  #forgetCost(): void {
    const { costUsd: _, ...tokens } = this.#total;
    this.#total = tokens;
  }
}

function tokensIn({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

/** Of a message. What it cost is not told. */
export function readUsage(usage: Fields): Usage {
  return {
    inputTokens: countOf(usage['input_tokens']),
    outputTokens: countOf(usage['output_tokens']),
    cacheReadTokens: countOf(usage['cache_read_input_tokens']),
    cacheWriteTokens: countOf(usage['cache_creation_input_tokens']),
  };
}

/** Of a `cost-state` line; undefined where it makes no sense. */
export function readTotal(line: Fields): Usage | undefined {
  const models = Object.values(fieldsOf(line['modelUsage']) ?? {}).map((model) => tokensOf(fieldsOf(model) ?? {}));
  const costUsd = line['totalCostUSD'];
  // JSON can hold numbers that are infinite once they are read.
  if (typeof costUsd !== 'number' || !Number.isFinite(costUsd) || costUsd < 0) return undefined;
  const { costUsd: _, ...tokens } = models.reduce(addUsage, noUsage);
  return { ...tokens, ...(line['hasUnknownModelCost'] !== true && { costUsd }) };
}

function tokensOf(model: Fields): Usage {
  return {
    inputTokens: countOf(model['inputTokens']),
    outputTokens: countOf(model['outputTokens']),
    cacheReadTokens: countOf(model['cacheReadInputTokens']),
    cacheWriteTokens: countOf(model['cacheCreationInputTokens']),
  };
}
