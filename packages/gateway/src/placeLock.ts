// [L10] A second lock on the state directory: by its path, and kept outside of it. The lock in the directory goes with it when
// the directory is removed; then a second gateway would begin anew in its place while the first still runs.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { holdLock, isBusy, isLockHeld } from './kernelLock.ts';
import { realPath } from './privateFolder.ts';

/**
 * Throws where another gateway has been started on this path and runs still. Where the machine has no place for such locks,
 * there is none.
 */
export async function holdPlace(path: string): Promise<{ close(): void }> {
  const files = filesFor(path);
  if (!files) return { close: () => undefined };
  const { file, pidFile } = files;
  const lock = await holdLock(file, (cause) =>
    isBusy(cause) ? orphaned(path, pidFile) : `Beckon cannot use ${file}. It holds nothing: remove it and start again.`,
  );
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return {
    close() {
      for (const name of [pidFile, file, `${file}-journal`]) rmSync(name, { force: true });
      lock.close();
    },
  };
}

/** The process that runs as the gateway of this path, by its number, which may be empty; undefined where none does. */
export async function holderOf(path: string): Promise<string | undefined> {
  const files = filesFor(path);
  return files && (await isLockHeld(files.file)) ? pidIn(files.pidFile) : undefined;
}

function filesFor(path: string): { file: string; pidFile: string } | undefined {
  const folder = locksFolder();
  if (folder === undefined) return undefined;
  const file = join(folder, createHash('sha256').update(realPlace(path)).digest('hex').slice(0, 32));
  return { file, pidFile: `${file}.pid` };
}

function orphaned(path: string, pidFile: string): string {
  const who = pidIn(pidFile);
  return `Beckon still runs for ${path}${who && `, as process ${who}`}, though that directory has been removed or replaced since. Stop it, or use --state-dir.`;
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll(/\D/g, '');
  } catch {
    return '';
  }
}

/** The same for every gateway of this user, whatever its environment says; where it goes with a reboot, so do gateways. */
function locksFolder(): string | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  return [`/run/user/${uid}`, '/tmp'].map((parent) => join(parent, `beckon-${uid}`)).find((path) => isOurs(path, uid));
}

/** Made where it is not there. Another user may have put something in its place. */
function isOurs(path: string, uid: number): boolean {
  try {
    mkdirSync(path, { recursive: false, mode: 0o700 });
  } catch {
    // It is there already, or cannot be.
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}

/** Also where the directory itself is gone. */
function realPlace(path: string): string {
  const real = realPath(path);
  return real === path ? join(realPath(dirname(path)), basename(path)) : real;
}
