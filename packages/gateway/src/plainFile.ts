// Opens a file that an agent may have put something else in the place of, or in that of a folder above it. Every reader of
// transcripts and the one writer, what an edit is shown against, and the scripts of a folder are opened here.
import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

const { O_RDONLY, O_WRONLY, O_APPEND, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/**
 * No link is followed, no pipe waited for, and no device opened to be read. Undefined for what is no plain file, or has
 * another name as well: it may be any file of the disk under that one. Rejects where it cannot be opened.
 */
export async function openPlainFile(
  path: string,
  purpose: 'read' | 'append' = 'read',
): Promise<FileHandle | undefined> {
  const access = purpose === 'read' ? O_RDONLY : O_WRONLY | O_APPEND;
  const file = await openBelow(trustedFolder(path), path, access | O_NOFOLLOW | O_NONBLOCK);
  const status = await file.stat();
  if (status.isFile() && status.nlink <= 1) return file;
  await file.close();
  return undefined;
}

/** The folder of all projects, which its person may well have linked to elsewhere. Nothing below it is a link. */
function trustedFolder(path: string): string {
  const parts = dirname(path).split(sep);
  const end = parts.lastIndexOf('projects');
  return end === -1 ? dirname(path) : parts.slice(0, end + 1).join(sep);
}

/** Each folder on the way is held open while the next is looked up in it, so that none can be swapped in between. */
async function openBelow(folder: string, path: string, flags: number): Promise<FileHandle> {
  if (process.platform !== 'linux') return openWhereItIs(folder, path, flags);
  const names = relative(folder, path).split(sep);
  let held = await open(folder, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of names.slice(0, -1)) {
      const next = await open(inside(held, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      await held.close();
      held = next;
    }
    return await open(inside(held, basename(path)), flags);
  } finally {
    await held.close();
  }
}

/**
 * The same at once, to be read, for a process that reads thousands of files and has nothing else to do meanwhile: handed to
 * other threads and back, opening one takes ten times as long. Gives its descriptor, which the caller closes.
 */
export function openPlainFileSync(path: string): number | undefined {
  const file = openBelowSync(trustedFolder(path), path);
  const status = fstatSync(file);
  if (status.isFile() && status.nlink <= 1) return file;
  closeSync(file);
  return undefined;
}

function openBelowSync(folder: string, path: string): number {
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  if (process.platform !== 'linux') {
    if (realpathSync(dirname(path)) !== join(realpathSync(folder), relative(folder, dirname(path)))) throw isLink(path);
    return openSync(path, flags);
  }
  let held = openSync(folder, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of relative(folder, path).split(sep).slice(0, -1)) {
      const next = openSync(inside({ fd: held }, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      closeSync(held);
      held = next;
    }
    return openSync(inside({ fd: held }, basename(path)), flags);
  } finally {
    closeSync(held);
  }
}

function inside({ fd }: Pick<FileHandle, 'fd'>, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

/** Where a folder cannot be held: it must be where it should be, before and after. */
async function openWhereItIs(folder: string, path: string, flags: number): Promise<FileHandle> {
  const isInPlace = async () =>
    (await realpath(dirname(path))) === join(await realpath(folder), relative(folder, dirname(path)));
  if (!(await isInPlace())) throw isLink(path);
  const file = await open(path, flags);
  if (await isInPlace()) return file;
  await file.close();
  throw isLink(path);
}

function isLink(path: string): Error {
  return Object.assign(new Error(`a folder above ${path} is a link`), { code: 'ELOOP' });
}
