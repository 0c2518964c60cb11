// Reads a file of a folder that nobody has looked at yet: never a device or a pipe, never more than so much, and never
// longer than it takes. What cannot be read is said, because the agent may read it all the same.
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** Absent where there is nothing; `why` where there is something that cannot be read. */
export type CarefulReading = { text: string } | { why: string } | undefined;

/** A settings file that is larger than this is none that a person wrote. */
const mostBytes = 1_000_000;

export async function readCarefully(path: string, most: number = mostBytes): Promise<CarefulReading> {
  let file;
  try {
    // Links are followed, as the agent does. A device may do something when it is opened; a pipe that takes the place of
    // the file meanwhile must not keep whoever opens it waiting.
    if (!(await stat(path)).isFile()) return { why: 'is no plain file' };
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return whyNotOpened(error);
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) return { why: 'is no plain file' };
    const bytes = Buffer.alloc(Math.min(found.size, most) + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    // The time is said so that another content of that size is not taken for the same.
    if (bytesRead > most) return { why: `is larger than ${most} bytes, and was written ${found.mtime.toISOString()}` };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead)) };
  } catch (error) {
    return { why: error instanceof TypeError ? 'is not text in UTF-8' : `cannot be read (${codeOf(error)})` };
  } finally {
    await file.close();
  }
}

function whyNotOpened(error: unknown): CarefulReading {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  return { why: `cannot be opened (${code})` };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
