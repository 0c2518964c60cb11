// What is at a path: the text of a plain file, or in a word what else. Nothing that somebody has put in its place is followed or
// waited for.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { EditedFile } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';
import { openPlainFile } from '../plainFile.ts';

export interface Content {
  found: EditedFile['found'];
  /** Stands for what was found, however much of it is read. Absent where it was not seen in time. */
  version?: string;
  text?: string;
}

/** A longer one is known by its size and time: to read all of it takes too long where an agent waits. */
export const largestHashedBytes = 1024 * 1024;

interface Reading {
  largestBytes: number;
  patienceMs: number;
  clock: Clock;
}

export async function contentOf(path: string, { largestBytes, patienceMs, clock }: Reading): Promise<Content> {
  const over = new AbortController();
  // A disk that is far away may never answer. Then nobody knows what is there, and no version stands for it.
  const tooLate = pause(clock, patienceMs, over.signal).then((): Content => ({ found: 'unreadable' }));
  const content = await Promise.race([lookAt(path, largestBytes).catch(() => without('unreadable')), tooLate]);
  over.abort();
  return content;
}

/** What has no content that is looked at is the same for as long as it is found so. */
const without = (found: EditedFile['found']): Content => ({ found, version: found });

async function lookAt(path: string, largestBytes: number): Promise<Content> {
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    if (file.code === 'ENOENT' || file.code === 'ENOTDIR') return without('nothing');
    return without(file.code === 'ELOOP' ? 'link' : 'unreadable');
  }
  if (!file) return without('unreadable');
  try {
    return await read(file, largestBytes);
  } catch {
    return without('unreadable');
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, largestBytes: number): Promise<Content> {
  const { size, stamp } = await stampOf(file);
  if (size > largestBytes) return { found: 'too_large', version: stamp };
  // No more than it has now: somebody may be adding to it all the while.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size + 1), 0, size + 1, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const isHashed = size <= largestHashedBytes;
  // Written to meanwhile: what was read may be of neither version.
  if (!isHashed && (await stampOf(file)).stamp !== stamp) return { found: 'unreadable' };
  const version = isHashed ? createHash('sha256').update(bytes).digest('hex') : stamp;
  const text = await textIn(bytes);
  return text === undefined ? { found: 'binary', version } : { found: 'text', version, text };
}

async function stampOf(file: FileHandle): Promise<{ size: number; stamp: string }> {
  const { size, mtimeMs } = await file.stat();
  return { size, stamp: `${size} bytes of ${mtimeMs}` };
}

const decodedAtOnce = 1024 * 1024;

/** Others get their turn after every piece. Undefined for what is no text. */
async function textIn(bytes: Buffer): Promise<string | undefined> {
  if (bytes.includes(0)) return undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += decodedAtOnce) {
      if (at > 0) await setImmediate();
      parts.push(decoder.decode(bytes.subarray(at, at + decodedAtOnce), { stream: true }));
    }
    parts.push(decoder.decode());
  } catch {
    return undefined;
  }
  return parts.join('');
}
