// The end of a transcript, as the CLI keeps it: a file that grows, and that others may have put in its place.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export interface TranscriptEnd {
  bytes: Buffer;
  /** It is all of it. */
  isWhole: boolean;
}

/** As much of the file's end as holds that id, where one is given: what waits is among the last things in it. */
export async function readEnd(path: string, id?: string): Promise<TranscriptEnd> {
  // Neither a link to elsewhere is followed, nor is a pipe waited for.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!file) return nothing;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return nothing;
    const { size } = stat;
    for (let wanted = FIRST_READ_BYTES; ; wanted = Math.min(wanted * 8, MOST_READ_BYTES)) {
      const start = Math.max(0, size - wanted);
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
      const bytes = buffer.subarray(0, bytesRead);
      const isEnough = id === undefined || bytes.indexOf(`"${id}"`) > bytes.indexOf('\n');
      if (start === 0 || wanted >= MOST_READ_BYTES || isEnough) return { bytes, isWhole: start === 0 };
    }
  } finally {
    await file.close();
  }
}

const nothing: TranscriptEnd = { bytes: Buffer.alloc(0), isWhole: true };
const FIRST_READ_BYTES = 512 * 1024;
const MOST_READ_BYTES = 64 * 1024 * 1024;
