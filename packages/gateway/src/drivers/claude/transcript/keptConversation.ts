// Whether a transcript holds anything to go on from. The CLI opens it with lines about itself and writes the conversation a
// moment later: killed in between, it knows of no conversation under that id, and takes the id as used all the same.
import { BeckonError } from '@beckon/protocol';
import { parseLine } from './fields.ts';
import { openPlainFile } from '../../../plainFile.ts';

/** False where there is no file; whatever else keeps it from being read is thrown. */
export async function holdsConversation(path: string): Promise<boolean> {
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    if (file.code === 'ENOENT') return false;
    throw file;
  }
  if (!file) throw new BeckonError('agent_unavailable', `The transcript ${path} is no plain file of its own.`);
  try {
    for await (const line of file.readLines({ autoClose: false })) {
      if (conversational.has(parseLine(line)?.['type'])) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Measured: a transcript with any of these is resumed. */
const conversational = new Set<unknown>(['user', 'assistant', 'attachment', 'system']);
