// Gives a past session another name, where the agent itself keeps it: as a line of its transcript, like `/rename` does.
import { BeckonError } from '@beckon/protocol';
import { openPlainFile } from '../plainFile.ts';
import type { TranscriptFile } from './transcriptFiles.ts';

export async function writeTitle({ path, sessionId, mtimeMs }: TranscriptFile, title: string): Promise<void> {
  const file = await openPlainFile(path, 'append').catch(() => undefined);
  if (!file) throw new BeckonError('not_supported', 'What the agent has kept of this session cannot be written to.');
  try {
    const { atime } = await file.stat();
    const line = JSON.stringify({ type: 'custom-title', customTitle: title, sessionId });
    // A last line that was cut stays a line of its own.
    await file.appendFile(`${(await endsWithLine(path)) ? '' : '\n'}${line}\n`);
    // Nothing was said in it: it stays where it is in the list.
    // In the middle of its millisecond: the system cuts what it is given.
    await file.utimes(atime, (Math.floor(mtimeMs) + 0.5) / 1000);
  } finally {
    await file.close();
  }
}

async function endsWithLine(path: string): Promise<boolean> {
  const file = await openPlainFile(path);
  if (!file) return true;
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    return size === 0 || last[0] === 10;
  } finally {
    await file.close();
  }
}
