// Where the CLI keeps a session's transcript, and whether a path that someone names is one.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { SessionId } from '@beckon/protocol';

/** The folder that holds one folder per project. */
export function projectsFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] ?? '', '.claude'), 'projects');
}

/** `cwd` must be the real path: the CLI resolves symbolic links before it names the folder. */
export function transcriptPath(projects: string, { cwd, sessionId }: { cwd: string; sessionId: SessionId }): string {
  return join(projects, projectFolderName(cwd), `${sessionId}.jsonl`);
}

/** The CLI's own encoding, measured: every UTF-16 unit but ASCII letters and digits becomes a dash. */
export function projectFolderName(cwd: string): string {
  const name = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}-${hash(cwd)}`;
}

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
const LONGEST_NAME = 200;
const LONGEST_PATH = 4096;

function hash(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return Math.abs(sum).toString(36);
}

/** Undefined for what is not there, or not to be looked at. */
async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

async function mayBeTranscript(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
