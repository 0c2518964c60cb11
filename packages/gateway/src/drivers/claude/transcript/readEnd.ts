// The end of a transcript, as the CLI keeps it: a file that grows, and that others may have put in its place.
import { openPlainFile } from './plainFile.ts';

export interface TranscriptEnd {
  bytes: Buffer;
  /** It is all that is wanted, or all there is. */
  isEnough: boolean;
}

export interface Wanted {
  /** Whether this much of the end holds what is looked for. */
  isEnough?: (bytes: Buffer) => boolean;
  mostBytes?: number | undefined;
}

/** As much of the file's end as is wanted: what waits is among the last things in it. */
export async function readEnd(path: string, wanted: Wanted = {}): Promise<TranscriptEnd> {
  const { isEnough = () => true, mostBytes = MOST_READ_BYTES } = wanted;
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) return { bytes: Buffer.alloc(0), isEnough: file.code === 'ENOENT' };
  if (!file) return { bytes: Buffer.alloc(0), isEnough: false };
  try {
    const { size } = await file.stat();
    for (let length = FIRST_READ_BYTES; ; length *= 8) {
      const start = Math.max(0, size - Math.min(length, mostBytes));
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
      const bytes = buffer.subarray(0, bytesRead);
      if (start === 0 || isEnough(bytes)) return { bytes, isEnough: true };
      if (length >= mostBytes) return { bytes, isEnough: false };
    }
  } finally {
    await file.close();
  }
}

const FIRST_READ_BYTES = 512 * 1024;
const MOST_READ_BYTES = 64 * 1024 * 1024;
