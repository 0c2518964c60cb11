// What `claude` says of each of its processes, in a file per process beside its transcripts: which conversation it is in,
// and whether it is at work. Measured with 2.1.325: `busy` stands there before a prompt's hook runs, and `idle` within 0.3 s
// of an Escape that no hook and no line of the transcript tells.
import { dirname, join } from 'node:path';
import { SessionId } from '@beckon/protocol';
import { z } from 'zod';
import { readCarefully } from '../claude/folder/readCarefully.ts';

const ProcessFile = z.object({
  pid: z.int().positive(),
  sessionId: SessionId,
  /** `busy`, `idle`, `waiting`; others may join them. */
  status: z.string().optional(),
});
export type ProcessFile = z.infer<typeof ProcessFile>;

/** Undefined where it keeps none, as earlier versions do, or what stands there makes no sense. */
export async function readProcessFile(projects: string, pid: number): Promise<ProcessFile | undefined> {
  const reading = await readCarefully(join(dirname(projects), 'sessions', `${pid}.json`), mostBytes);
  if (!reading || !('text' in reading)) return undefined;
  try {
    const file = ProcessFile.parse(JSON.parse(reading.text));
    return file.pid === pid ? file : undefined;
  } catch {
    return undefined;
  }
}

const mostBytes = 20_000;
