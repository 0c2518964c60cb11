// Reads a file of a folder that nobody has looked at yet: never a device or a pipe, never more than so much, and never
// longer than it takes. What cannot be read is said, because the agent may read it all the same.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Absent where there is nothing; `why` where there is something that cannot be read. */
export type CarefulReading = { text: string } | { why: string } | undefined;

/** A settings file that is larger than this is none that a person wrote. */
const mostBytes = 1_000_000;

export async function readCarefully(path: string, most: number = mostBytes): Promise<CarefulReading> {
  let file;
  try {
    // Links are followed, as the agent does. A device may do something when it is opened; a pipe that takes the place of
    // the file meanwhile must not keep whoever opens it waiting.
    const there = await stat(path);
    if (!there.isFile()) return noPlainFile(there);
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return whyNotOpened(error);
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) return noPlainFile(found);
    const bytes = Buffer.alloc(Math.min(found.size, most) + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (bytesRead > most) return { why: `is larger than ${most} bytes (${await contentDigest(file)})` };
    const content = bytes.subarray(0, bytesRead);
    return isUtf8(content)
      ? { text: utf8.decode(content) }
      : { why: `is not text in UTF-8 (${await contentDigest(file)})` };
  } catch (error) {
    return { why: `cannot be read (${codeOf(error)})` };
  } finally {
    await file.close();
  }
}

const utf8 = new TextDecoder('utf-8');

/** As much is read of a file that nobody is shown. */
const mostDigested = 4_000_000;

/** Stands for the content. Beyond what is read of it, the time of its last change does, which nobody can choose. */
export async function contentDigest(file: FileHandle, most: number = mostDigested): Promise<string> {
  const { size, ctime } = await file.stat();
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(Math.min(size, most));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  hash.update(bytes.subarray(0, bytesRead));
  if (size > bytesRead) hash.update(JSON.stringify([size, ctime.getTime()]));
  return `SHA-256 ${hash.digest('hex')}`;
}

/** Stands for what cannot be read: another one in its place, or something written to it, does not go unseen. */
export function identityOf({ dev, ino, ctime }: Stats): string {
  return `inode ${dev}:${ino}, changed ${ctime.toISOString()}`;
}

function noPlainFile(found: Stats): { why: string } {
  return { why: `is no plain file (${identityOf(found)})` };
}

function whyNotOpened(error: unknown): CarefulReading {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  return { why: `cannot be opened (${code})` };
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
