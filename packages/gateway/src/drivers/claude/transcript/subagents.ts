// The transcripts of a session's subagents: found as they appear, each followed under the tool call that started it.
import { lstat } from 'node:fs/promises';
import type { ToolCallId } from '@beckon/protocol';
import { FolderWatch } from './folderWatch.ts';
import { callOfSubagent, subagentOf, subagentsIn, subagentTranscript } from './subagentFiles.ts';
import { Tail } from './tail.ts';

export interface SubagentHandlers {
  onLine(text: string, parentToolCallId: ToolCallId): void;
  onSkipped(bytes: number): void;
  /** One of them began anew. */
  onReset(): void;
  onPiece(): Promise<void>;
}

export interface SubagentOptions {
  /** What is read first. */
  after: Promise<void>;
  /** What was written before this time is known: of files that were not touched since, only what will be added is read. */
  since(): number;
}

export class Subagents {
  readonly #folder: string;
  readonly #handlers: SubagentHandlers;
  readonly #options: SubagentOptions;
  readonly #watch: FolderWatch;
  /** By agent, the one that changed last at the end. */
  readonly #tails = new Map<string, Tail>();
  /** How far those were read that are no longer held open; a subagent can be taken up again. */
  readonly #offsets = new Map<string, number>();
  #work: Promise<void>;
  #isClosed = false;

  constructor(folder: string, handlers: SubagentHandlers, options: SubagentOptions) {
    this.#folder = folder;
    this.#handlers = handlers;
    this.#options = options;
    this.#work = options.after;
    this.#watch = new FolderWatch(folder, (name) => {
      const agentId = subagentOf(name);
      if (agentId !== undefined) void this.#enqueue(() => this.#read(agentId));
      else if (name === undefined) void this.caughtUp();
    });
  }

  /** Reads all that is there now. */
  caughtUp(): Promise<void> {
    return this.#enqueue(async () => {
      for (const agentId of await subagentsIn(this.#folder)) await this.#read(agentId);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    await this.#work;
    await Promise.all([...this.#tails.values()].map((tail) => tail.close()));
  }

  /** One after the other, so that no file is opened twice. */
  #enqueue(step: () => Promise<void>): Promise<void> {
    return (this.#work = this.#work.then(() => (this.#isClosed ? undefined : step())));
  }

  async #read(agentId: string): Promise<void> {
    const tail = this.#tails.get(agentId) ?? (await this.#open(agentId));
    if (tail === undefined) return;
    this.#tails.delete(agentId);
    this.#tails.set(agentId, tail);
    await tail.read();
    await this.#letGo();
  }

  /** Undefined until its call is known: its lines would have no place. */
  async #open(agentId: string): Promise<Tail | undefined> {
    const path = subagentTranscript(this.#folder, agentId);
    const from = this.#offsets.get(agentId) ?? (await knownBytes(path, this.#options.since()));
    const parent = await callOfSubagent(this.#folder, agentId);
    if (parent === undefined) return undefined;
    const handlers = {
      onLine: (text: string) => this.#handlers.onLine(text, parent),
      onSkipped: (bytes: number) => this.#handlers.onSkipped(bytes),
      onReset: () => this.#handlers.onReset(),
      onPiece: () => this.#handlers.onPiece(),
      // What is no file has no lines.
      onRefused: () => undefined,
    };
    return new Tail(path, handlers, { from });
  }

  async #letGo(): Promise<void> {
    const [oldest] = this.#tails;
    if (oldest === undefined || this.#tails.size <= MOST_OPEN) return;
    const [agentId, tail] = oldest;
    this.#tails.delete(agentId);
    await tail.close();
    this.#offsets.set(agentId, tail.offset);
  }
}

const MOST_OPEN = 16;

async function knownBytes(path: string, since: number): Promise<number> {
  if (since === 0) return 0;
  const found = await lstat(path).catch(() => undefined);
  return found && found.mtimeMs < since ? found.size : 0;
}
