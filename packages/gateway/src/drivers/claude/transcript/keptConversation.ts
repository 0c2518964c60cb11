// Whether a transcript holds anything to go on from. The CLI opens it with lines about itself and writes the conversation a
// moment later: killed in between, it knows of no conversation under that id, and takes the id as used all the same.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseLine } from './fields.ts';

/** False where there is no file; whatever else keeps it from being read is thrown. */
export async function holdsConversation(path: string): Promise<boolean> {
  const file = createReadStream(path, 'utf8');
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      if (conversational.has(parseLine(line)?.['type'])) return true;
    }
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    file.destroy();
  }
}

/** Measured: a transcript with any of these is resumed. */
const conversational = new Set<unknown>(['user', 'assistant', 'attachment', 'system']);
