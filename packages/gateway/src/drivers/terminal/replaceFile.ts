// Writes a file of the user's alone in one step: whoever reads or runs it at this moment, or after a crash, finds all of
// the old one or all of the new one.
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, text: string, mode: number): void {
  const next = `${path}.next`;
  rmSync(next, { force: true });
  try {
    writeFileSync(next, text, { mode, flag: 'wx' });
    chmodSync(next, mode);
    renameSync(next, path);
  } catch (error) {
    // A disk that is full keeps the beginning of it.
    rmSync(next, { force: true });
    throw error;
  }
}
