// The transcripts of a session's subagents: found as they appear, each followed under the tool call that started it.
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolCallId } from '@beckon/protocol';
import { callIdOf, parseLine } from './fields.ts';
import { FolderWatch } from './folderWatch.ts';
import { Tail } from './tail.ts';

export interface SubagentHandlers {
  onLine(text: string, parentToolCallId: ToolCallId): void;
  onSkipped(bytes: number): void;
  /** One of them began anew. */
  onReset(): void;
}

export class Subagents {
  readonly #folder: string;
  readonly #handlers: SubagentHandlers;
  readonly #watch: FolderWatch;
  /** By agent, the one that changed last at the end. */
  readonly #tails = new Map<string, Tail>();
  /** How far those were read that are no longer held open; a subagent can be taken up again. */
  readonly #offsets = new Map<string, number>();
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(folder: string, handlers: SubagentHandlers) {
    this.#folder = folder;
    this.#handlers = handlers;
    this.#watch = new FolderWatch(folder, (name) => {
      const agentId = agentOf(name);
      if (agentId !== undefined) void this.#enqueue(() => this.#read(agentId));
      else if (name === undefined) void this.caughtUp();
    });
  }

  /** Reads all that is there now. */
  caughtUp(): Promise<void> {
    return this.#enqueue(async () => {
      const names = await readdir(this.#folder).catch(() => []);
      for (const agentId of new Set(names.map(agentOf))) if (agentId !== undefined) await this.#read(agentId);
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
    const parent = await this.#callOf(agentId);
    if (parent === undefined) return undefined;
    const handlers = {
      onLine: (text: string) => this.#handlers.onLine(text, parent),
      onSkipped: (bytes: number) => this.#handlers.onSkipped(bytes),
      onReset: () => this.#handlers.onReset(),
      // What is no file has no lines.
      onRefused: () => undefined,
    };
    const from = this.#offsets.get(agentId) ?? 0;
    return new Tail(join(this.#folder, `agent-${agentId}.jsonl`), handlers, { from });
  }

  /** The CLI writes this file before the transcript, and whole. */
  async #callOf(agentId: string): Promise<ToolCallId | undefined> {
    const path = join(this.#folder, `agent-${agentId}.meta.json`);
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(path, flags).catch(() => undefined);
    if (file === undefined) return undefined;
    try {
      const status = await file.stat();
      if (!status.isFile() || status.size > LARGEST_META) return undefined;
      return callIdOf(parseLine(await file.readFile('utf8'))?.['toolUseId']);
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
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

const LARGEST_META = 64 * 1024;
const MOST_OPEN = 16;

function agentOf(name: string | undefined): string | undefined {
  return /^agent-([\w-]{1,100})\.(?:jsonl|meta\.json)$/.exec(name ?? '')?.[1];
}
