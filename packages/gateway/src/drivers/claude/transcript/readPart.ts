// The lines between two places of a file, read in pieces.
import { LineSplitter, longestLine } from './lineSplitter.ts';
import { openPlainFile } from '../../../plainFile.ts';

/** Nothing for a file that is not there, or is no plain one. */
export async function readPart(
  path: string,
  { start, end }: { start: number; end: number },
  onLine: (text: string, end: number) => void,
): Promise<void> {
  const file = await openPlainFile(path).catch(() => undefined);
  if (!file) return;
  try {
    const lines = new LineSplitter({ onLine, onSkipped: () => undefined }, { from: start, maxLineBytes: longestLine });
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = start; position < end;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - position), position);
      if (bytesRead === 0) return;
      lines.push(chunk.subarray(0, bytesRead));
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 256 * 1024;
