// Whether a path that someone names is a session's transcript, and what lies beside one.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { SessionId } from '@beckon/protocol';

/** The folder beside the transcript in which the CLI keeps those of its subagents. */
export function subagentsFolder(transcript: string): string {
  return join(transcript.slice(0, -EXTENSION.length), 'subagents');
}

export interface NamedTranscript {
  /** With every symbolic link above it resolved. */
  path: string;
  sessionId: SessionId;
}

/**
 * A path from outside, for example from a hook, if it names a session's transcript: a plain file directly inside a
 * project's folder, or one that may come to be there. Undefined for anything else.
 */
export async function namedTranscript(path: unknown, projects: string): Promise<NamedTranscript | undefined> {
  if (typeof path !== 'string' || path.length > LONGEST_PATH || path.includes('\0')) return undefined;
  if (!isAbsolute(path) || path !== normalize(path) || !path.endsWith(EXTENSION)) return undefined;
  const sessionId = SessionId.safeParse(basename(path, EXTENSION));
  if (!sessionId.success) return undefined;

  const folder = dirname(path);
  const realRoot = (await realPathOf(projects)) ?? projects;
  const realFolder =
    (await realPathOf(folder)) ?? join((await realPathOf(dirname(folder))) ?? dirname(folder), basename(folder));
  if (dirname(realFolder) !== realRoot) return undefined;
  const realPath = join(realFolder, basename(path));
  return (await mayBeTranscript(realPath)) ? { path: realPath, sessionId: sessionId.data } : undefined;
}

const EXTENSION = '.jsonl';
const LONGEST_PATH = 4096;

/** Undefined for what is not there, or not to be looked at. */
async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

async function mayBeTranscript(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isFile() && found.nlink === 1;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
