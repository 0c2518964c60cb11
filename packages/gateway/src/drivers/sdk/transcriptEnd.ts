// The end of a transcript, as the CLI keeps it: a file that grows, and that others may have put in its place.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** As much of the file's end as holds that id, where one is given: what waits is among the last things in it. */
export async function readEnd(path: string, id?: string): Promise<string> {
  // Neither a link to elsewhere is followed, nor is a pipe waited for.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!file) return '';
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return '';
    const { size } = stat;
    for (let bytes = FIRST_READ_BYTES; ; bytes *= 8) {
      const start = Math.max(0, size - bytes);
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
      const end = buffer.subarray(0, bytesRead);
      const isWhole = id === undefined || end.indexOf(`"${id}"`) > end.indexOf('\n');
      if (start === 0 || bytes >= MOST_READ_BYTES || isWhole) return end.toString('utf8');
    }
  } finally {
    await file.close();
  }
}

const FIRST_READ_BYTES = 512 * 1024;
const MOST_READ_BYTES = 64 * 1024 * 1024;
