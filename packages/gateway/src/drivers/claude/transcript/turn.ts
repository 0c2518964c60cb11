// The turn under way, as far as a transcript tells: when it began, what it spent, and how it ended.
import { addUsage, noUsage, type TurnOutcome, type Usage } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import { countOf, type Fields } from './fields.ts';

export class Turn {
  /** What the person said last, until the agent takes it up. */
  #prompt: Beginning | undefined;
  #begun: Beginning | undefined;
  #hasFailed = false;
  #lastAt = 0;
  /** By message: each of its lines says anew what all of it has spent. Subagents' go to the turn that ends next. */
  readonly #usages = new Map<string, Fields>();
  #costUsd = 0;
  #totalCostUsd = 0;

  prompted(id: string, at: number): void {
    this.#prompt = { id, at };
    this.#lastAt = at;
  }

  /** The agent has written something. */
  wrote(id: string, at: number): void {
    this.#begun ??= this.#prompt ?? { id, at };
    this.#prompt = undefined;
    this.#hasFailed = false;
    this.#lastAt = at;
  }

  failed(): void {
    this.#hasFailed = true;
  }

  spent(messageId: string, usage: Fields): void {
    this.#usages.set(messageId, usage);
  }

  /** The CLI says what everything cost when it ends, and goes on from there when it is resumed. */
  costs(totalUsd: unknown): void {
    // JSON can hold numbers that are infinite once they are read.
    if (typeof totalUsd !== 'number' || !Number.isFinite(totalUsd)) return;
    this.#costUsd += Math.max(0, totalUsd - this.#totalCostUsd);
    this.#totalCostUsd = totalUsd;
  }

  /** Where a next prompt is all that tells that a turn is over. */
  endBeforePrompt(): AgentEvent[] {
    return this.#begun === undefined ? [] : this.end({ at: this.#lastAt });
  }

  /** Nothing where no turn is under way: its end comes in more ways than one. */
  end({ at, outcome, durationMs }: TurnEnd): AgentEvent[] {
    const beginning = this.#begun ?? this.#prompt;
    if (beginning === undefined) return [];
    const usage = [...this.#usages.values()].map(readUsage).reduce(addUsage, { ...noUsage, costUsd: this.#costUsd });
    const done = {
      // The same however the end is told, and on every reading.
      messageId: `${beginning.id}-end`,
      createdAt: at,
      outcome: outcome ?? (this.#hasFailed ? 'failed' : 'complete'),
      usage,
      durationMs: durationMs ?? Math.max(0, at - beginning.at),
    };
    this.#prompt = undefined;
    this.#begun = undefined;
    this.#hasFailed = false;
    this.#usages.clear();
    this.#costUsd = 0;
    return [{ type: 'done', data: done }];
  }
}

export interface TurnEnd {
  at: number;
  outcome?: TurnOutcome;
  durationMs?: number | undefined;
}

interface Beginning {
  id: string;
  at: number;
}

function readUsage(usage: Fields): Usage {
  return {
    inputTokens: countOf(usage['input_tokens']),
    outputTokens: countOf(usage['output_tokens']),
    cacheReadTokens: countOf(usage['cache_read_input_tokens']),
    cacheWriteTokens: countOf(usage['cache_creation_input_tokens']),
    costUsd: 0,
  };
}
