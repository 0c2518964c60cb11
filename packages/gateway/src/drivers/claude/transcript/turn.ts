// The turn under way, as far as a transcript tells: when it began, what it spent, and how it ended.
import { addUsage, noUsage, type ToolCallId, type TurnOutcome, type Usage } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import type { Fields } from './fields.ts';
import { readUsage } from './spending.ts';

/** What has to be known of a turn to go on reading in the middle of it. */
export interface TurnState {
  prompt?: Beginning;
  begun?: Beginning;
  hasFailed: boolean;
  lastAt: number;
  endedAt: number;
  /** By the main agent, in messages that are over. */
  spent: Usage;
}

export class Turn {
  /** What the person said last, until the agent takes it up. */
  #prompt: Beginning | undefined;
  #begun: Beginning | undefined;
  #hasFailed: boolean;
  #lastAt: number;
  #endedAt: number;
  #spent: Usage;
  /** By message: each of its lines says anew what all of it has spent. */
  readonly #usages = new Map<string, { usage: Fields; isMain: boolean }>();

  constructor(from: TurnState = atTheBeginning) {
    this.#prompt = from.prompt;
    this.#begun = from.begun;
    this.#hasFailed = from.hasFailed;
    this.#lastAt = from.lastAt;
    this.#endedAt = from.endedAt;
    this.#spent = from.spent;
  }

  /** For a moment at which every message of the main agent's is over. Subagents have files of their own. */
  state(): TurnState {
    for (const [id, { usage, isMain }] of this.#usages) {
      if (!isMain) continue;
      this.#spent = addUsage(this.#spent, readUsage(usage));
      this.#usages.delete(id);
    }
    return {
      ...(this.#prompt && { prompt: this.#prompt }),
      ...(this.#begun && { begun: this.#begun }),
      hasFailed: this.#hasFailed,
      lastAt: this.#lastAt,
      endedAt: this.#endedAt,
      spent: this.#spent,
    };
  }

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

  /** What a subagent spends goes to the turn that ends next; what it spent before the last one ended is known. */
  spent(messageId: string, usage: Fields, { at, author }: { at: number; author: ToolCallId | undefined }): void {
    const isMain = author === undefined;
    if (isMain || at >= this.#endedAt) this.#usages.set(messageId, { usage, isMain });
  }

  /** Where a next prompt is all that tells that a turn is over. */
  endBeforePrompt(): AgentEvent[] {
    return this.#begun === undefined ? [] : this.end({ at: this.#lastAt });
  }

  /** Nothing where no turn is under way: its end comes in more ways than one. */
  end({ at, outcome, durationMs }: TurnEnd): AgentEvent[] {
    const beginning = this.#begun ?? this.#prompt;
    if (beginning === undefined) return [];
    const usage = [...this.#usages.values()].map((one) => readUsage(one.usage)).reduce(addUsage, this.#spent);
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
    this.#spent = noUsage;
    this.#endedAt = at;
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

export const atTheBeginning: TurnState = { hasFailed: false, lastAt: 0, endedAt: 0, spent: noUsage };
