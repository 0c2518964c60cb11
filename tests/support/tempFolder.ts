// A folder of a test's own, gone with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder extends Disposable {
  path: string;
  /** A path below it. */
  at(name: string): string;
}

export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'beckon-test-'));
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}
