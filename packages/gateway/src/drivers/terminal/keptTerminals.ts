// What must be known of a session in a terminal to take it up again after the gateway was away, one file each, beside
// the settings that its `claude` runs with where Beckon has started it.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { JsonObject, PermissionMode, SessionId, ToolCallId } from '@beckon/protocol';
import { z } from 'zod';
import { replaceFile } from './replaceFile.ts';

const KeptTerminal = z.object({
  sessionId: SessionId,
  cwd: z.string(),
  permissionMode: PermissionMode,
  model: z.string().optional(),
  /** The calls that it waited with, as its hooks have described them: the transcript has what the model wrote. */
  waiting: z.array(
    z.object({ toolCallId: ToolCallId, toolName: z.string(), input: JsonObject, agentId: z.string().optional() }),
  ),
  /** Where its conversation is. */
  transcript: z.string(),
  /** The agent's process, for a session that its person started in a terminal that is not Beckon's. */
  process: z.object({ pid: z.int().positive(), start: z.string() }).optional(),
});
export type KeptTerminal = z.infer<typeof KeptTerminal>;

export class KeptTerminals {
  readonly #folder: string;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, 'terminals');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  keep(terminal: KeptTerminal): void {
    replaceFile(this.#path(terminal.sessionId, 'json'), JSON.stringify(terminal), 0o600);
  }

  /** Nothing is kept of a session that is not known here. */
  update(sessionId: SessionId, change: Partial<KeptTerminal>): void {
    const kept = this.read(sessionId);
    if (kept) this.keep({ ...kept, ...change });
  }

  /** Says where they are. */
  keepSettings(sessionId: SessionId, settings: string): string {
    const path = this.#path(sessionId, 'settings.json');
    replaceFile(path, settings, 0o600);
    return path;
  }

  list(): KeptTerminal[] {
    const ids = readdirSync(this.#folder).flatMap((name) => /^([^.]+)\.json$/.exec(name)?.[1] ?? []);
    return ids.flatMap((id) => this.read(id) ?? []);
  }

  read(sessionId: string): KeptTerminal | undefined {
    try {
      return KeptTerminal.parse(JSON.parse(readFileSync(this.#path(sessionId, 'json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** Of a session that does not run, only where its conversation is, and that only where it is not told by its id. */
  rest(sessionId: SessionId): void {
    const kept = this.read(sessionId);
    this.forget(sessionId);
    if (!kept || kept.process || basename(kept.transcript, '.jsonl') === sessionId) return;
    this.keep({ ...kept, waiting: [] });
  }

  forget(sessionId: string): void {
    rmSync(this.#path(sessionId, 'json'), { force: true });
    rmSync(this.#path(sessionId, 'settings.json'), { force: true });
  }

  #path(sessionId: string, kind: string): string {
    return join(this.#folder, `${SessionId.parse(sessionId)}.${kind}`);
  }
}
