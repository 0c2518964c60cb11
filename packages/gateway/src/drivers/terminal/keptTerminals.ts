// What must be known of a terminal to take it up again after the gateway was away, kept beside the settings that its
// `claude` runs with.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PermissionMode, SessionId } from '@beckon/protocol';
import { z } from 'zod';

const KeptTerminal = z.object({
  sessionId: SessionId,
  cwd: z.string(),
  permissionMode: PermissionMode,
  model: z.string().optional(),
});
export type KeptTerminal = z.infer<typeof KeptTerminal>;

export class KeptTerminals {
  readonly #folder: string;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, 'terminals');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Writes both files and says where the settings are. */
  keep(terminal: KeptTerminal, settings: string): string {
    const settingsPath = this.#path(terminal.sessionId, 'settings.json');
    write(this.#path(terminal.sessionId, 'json'), JSON.stringify(terminal));
    write(settingsPath, settings);
    return settingsPath;
  }

  read(sessionId: string): KeptTerminal | undefined {
    try {
      return KeptTerminal.parse(JSON.parse(readFileSync(this.#path(sessionId, 'json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  forget(sessionId: string): void {
    rmSync(this.#path(sessionId, 'json'), { force: true });
    rmSync(this.#path(sessionId, 'settings.json'), { force: true });
  }

  #path(sessionId: string, kind: string): string {
    return join(this.#folder, `${SessionId.parse(sessionId)}.${kind}`);
  }
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}
