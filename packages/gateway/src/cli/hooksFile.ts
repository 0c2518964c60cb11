// A settings file on disk: read with care for what it might be, replaced in one step, with a backup beside it.
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { BeckonError } from '@beckon/protocol';

export interface SettingsFile {
  /** As it was named. */
  path: string;
  /** Where the text is: behind a link, which many keep to a folder of dotfiles, and which stays. */
  target: string;
  /** `undefined` where there is no file yet. */
  text: string | undefined;
  mode: number;
}

export function readSettingsFile(path: string): SettingsFile {
  try {
    const target = realpathSync(path);
    // Not blocking: a FIFO would wait for its writer.
    const file = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { mode, uid, size } = fstatSync(file);
      if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw refusal(path, 'it is not a file');
      if (uid !== process.getuid?.()) throw refusal(path, 'it belongs to another user');
      if (size > largestSettingsBytes) throw refusal(path, 'it is too large to be settings');
      return { path, target, text: readFileSync(file, 'utf8'), mode: mode & 0o777 };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    if (thrown instanceof BeckonError) throw thrown;
    if (isMissing(thrown)) return { path, target: path, text: undefined, mode: 0o600 };
    throw refusal(path, 'it cannot be read', thrown);
  }
}

/** Puts `text` in place of what was read, and says where the backup is. */
export function replaceSettingsFile(file: SettingsFile, text: string, now = new Date()): string | undefined {
  mkdirSync(dirname(file.target), { recursive: true, mode: 0o700 });
  const next = `${file.target}.beckon-${process.pid}`;
  try {
    writeWhole(next, text, file.mode);
    // The user may have taken a while to confirm.
    if (readSettingsFile(file.path).text !== file.text) {
      throw refusal(file.path, 'it was changed meanwhile, so nothing was done: try again');
    }
    const backup = file.text === undefined ? undefined : keepBackup(file, now);
    renameSync(next, file.target);
    return backup;
  } catch (thrown) {
    rmSync(next, { force: true });
    throw thrown instanceof BeckonError ? thrown : refusal(file.path, 'it cannot be written', thrown);
  }
}

const largestSettingsBytes = 10 * 1024 * 1024;

function keepBackup({ path, target }: SettingsFile, now: Date): string {
  const backup = `${path}.beckon-backup-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  copyFileSync(target, backup, constants.COPYFILE_EXCL);
  return backup;
}

function writeWhole(path: string, text: string, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(path, mode);
}

function refusal(path: string, why: string, cause?: unknown): BeckonError {
  return new BeckonError('invalid_request', `Beckon cannot use ${path}: ${why}.`, { cause });
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
