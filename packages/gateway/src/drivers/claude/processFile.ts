// What `claude` says of each of its processes, in a file per process beside its transcripts: which conversation it is in,
// and whether it is at work. Measured with 2.1.325: `busy` stands there before a prompt's hook runs, and `idle` within 0.3 s
// of an Escape that no hook and no line of the transcript tells.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SessionId } from '@beckon/protocol';
import { z } from 'zod';
import { startOf } from '../../processes.ts';
import { readCarefully } from './folder/readCarefully.ts';

const ProcessFile = z.object({
  pid: z.int().positive(),
  sessionId: SessionId,
  /** `busy`, `idle`, `waiting`; others may join them. */
  status: z.string().optional(),
  /** When the process was started, as the system counts: its number may be another's by now. */
  procStart: z.string().optional(),
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

/** The conversations that a process is in at this moment, whoever has started it. */
export async function runningConversations(projects: string): Promise<Set<SessionId>> {
  const names = await readdir(join(dirname(projects), 'sessions')).catch(() => []);
  const pids = names.flatMap((name) => /^(\d{1,10})\.json$/.exec(name)?.[1] ?? []).slice(0, mostProcesses);
  const running = await Promise.all(pids.map((pid) => conversationOf(projects, Number(pid))));
  return new Set(running.filter((id) => id !== undefined));
}

/** Undefined where what it says is of a process that has ended. */
async function conversationOf(projects: string, pid: number): Promise<SessionId | undefined> {
  const file = await readProcessFile(projects, pid);
  const start = file && (await startOf(pid));
  if (start === undefined) return undefined;
  const isAnother =
    process.platform === 'linux' && file?.procStart !== undefined && !start.startsWith(`${file.procStart} `);
  return isAnother ? undefined : file?.sessionId;
}

const mostProcesses = 1000;
const mostBytes = 20_000;
