// What must be known of a session in a terminal to take it up again after the gateway was away, one file each, beside
// the settings that its `claude` runs with where Beckon has started it.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Abridged, JsonObject, PermissionMode, SessionId, ToolCallId, Usage } from '@beckon/protocol';
import { z } from 'zod';
import type { KeptFiles } from './keptFiles.ts';

const KeptTerminal = z.object({
  sessionId: SessionId,
  cwd: z.string(),
  permissionMode: PermissionMode,
  model: z.string().optional(),
  /** The calls that it waited with, as its hooks have described them: the transcript has what the model wrote. */
  waiting: z.array(
    z.object({
      toolCallId: ToolCallId,
      toolName: z.string(),
      input: JsonObject,
      agentId: z.string().optional(),
      abridged: Abridged.optional(),
    }),
  ),
  /** Where its conversation is. */
  transcript: z.string(),
  /** What conversations came to that it had before this one, by their ids. */
  spent: z.record(z.string(), Usage).optional(),
  /** The agent's process, for a session that its person started in a terminal that is not Beckon's. */
  process: z.object({ pid: z.int().positive(), start: z.string() }).optional(),
});
export type KeptTerminal = z.infer<typeof KeptTerminal>;

export class KeptTerminals {
  readonly #folder: string;
  readonly #files: KeptFiles;
  /** What counts, whatever the disk has taken of it; `undefined` where all is forgotten. */
  readonly #known = new Map<string, KeptTerminal | undefined>();

  constructor(stateDir: string, files: KeptFiles) {
    this.#folder = join(stateDir, 'terminals');
    this.#files = files;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Says where. */
  keep(terminal: KeptTerminal): string {
    const path = this.#path(terminal.sessionId, 'json');
    this.#known.set(terminal.sessionId, terminal);
    this.#files.replace(path, JSON.stringify(terminal), 0o600);
    return path;
  }

  /** Nothing is kept of a session that is not known here. */
  update(sessionId: SessionId, change: Partial<KeptTerminal>): void {
    const kept = this.read(sessionId);
    if (kept) this.keep({ ...kept, ...change });
  }

  /** Says where they are. */
  keepSettings(sessionId: SessionId, settings: string): string {
    const path = this.#path(sessionId, 'settings.json');
    this.#files.replace(path, settings, 0o600);
    return path;
  }

  list(): KeptTerminal[] {
    const ids = readdirSync(this.#folder).flatMap((name) => /^([^.]+)\.json$/.exec(name)?.[1] ?? []);
    return ids.flatMap((id) => this.read(id) ?? []);
  }

  read(sessionId: string): KeptTerminal | undefined {
    if (this.#known.has(sessionId)) return this.#known.get(sessionId);
    const kept = readKept(this.#path(sessionId, 'json'));
    if (kept) this.#known.set(sessionId, kept);
    return kept;
  }

  /** Of a session that does not run, only where its conversation is, and that only where it is not told by its id. */
  rest(sessionId: SessionId): void {
    const kept = this.read(sessionId);
    if (!kept || kept.process || basename(kept.transcript, '.jsonl') === sessionId) return this.forget(sessionId);
    this.putBack(sessionId, { ...kept, waiting: [] });
  }

  /** What was kept of it before it ran, and nothing that only its agent needed. */
  putBack(sessionId: SessionId, earlier: KeptTerminal | undefined): void {
    if (!earlier) return this.forget(sessionId);
    this.keep(earlier);
    this.#files.remove(this.#path(sessionId, 'settings.json'));
  }

  forget(sessionId: string): void {
    this.#known.set(sessionId, undefined);
    this.#files.remove(this.#path(sessionId, 'json'));
    this.#files.remove(this.#path(sessionId, 'settings.json'));
  }

  #path(sessionId: string, kind: string): string {
    return join(this.#folder, `${SessionId.parse(sessionId)}.${kind}`);
  }
}

/** Undefined for what is not there, or makes no sense. */
function readKept(path: string): KeptTerminal | undefined {
  try {
    return KeptTerminal.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
