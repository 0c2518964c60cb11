// A tmux server of a test's own, gone with the test, and programs to run in it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';

export interface TestTmux extends AsyncDisposable {
  tmux: Tmux;
  folder: string;
  /** A path below its folder. */
  at(name: string): string;
  /** Starts a shell script in a terminal called `name`, with these as $1, $2 … */
  script(name: string, text: string, ...args: string[]): Promise<void>;
}

export const bareEnvironment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8' };

export function startTmux(): TestTmux {
  const folder = mkdtempSync(join(tmpdir(), 'beckon-tmux-'));
  const tmux = new Tmux({ folder, environment: bareEnvironment });
  return {
    tmux,
    folder,
    at: (name) => join(folder, name),
    async script(name, text, ...args) {
      const command = ['/bin/sh', '-c', text, 'script', ...args] as const;
      await tmux.start({ name, cwd: folder, command, environment: bareEnvironment });
    },
    async [Symbol.asyncDispose]() {
      await tmux.killServer();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Looks again until the check passes. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}

/** What a program has written to a file so far. */
export function written(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
