// The transcripts that Claude keeps below its folder: `projects/*/*.jsonl`, and those of subagents below `<session-id>/`. Only
// plain files are found: what somebody else has put there to be read in their place is counted and left alone.
import { type Dir, lstatSync, opendirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { SessionId } from '@beckon/protocol';
import { subagentsFolder } from '../drivers/claude/transcript/location.ts';
import { subagentOf } from '../drivers/claude/transcript/subagentFiles.ts';

export interface TranscriptFile {
  path: string;
  /** The conversation's id. For a subagent's transcript, that of the conversation that has started it. */
  sessionId: SessionId;
  /** The subagent's id, for its transcript. */
  agentId?: string;
  size: number;
  mtimeMs: number;
  inode: number;
}

export interface FilesQuery {
  /** Those of subagents too, each some time after its conversation's own. */
  withSubagents?: boolean;
  /** Counts what could not be looked at. */
  skipped?: SkippedFiles;
}

/** Folders that cannot be read, and files that are no plain ones: links, pipes, devices, files with a second name. */
export interface SkippedFiles {
  folders: number;
  files: number;
}

/**
 * In no order, some at a time. Looked up in short turns with everything else in between, so that 100,000 of them hold
 * nobody up: asking the system for one at a time takes five times as long, and for all at once stops the gateway.
 */
export async function* transcriptFiles(
  projects: string,
  { withSubagents = false, skipped = { folders: 0, files: 0 } }: FilesQuery = {},
): AsyncGenerator<TranscriptFile[]> {
  const turn = new ShortTurn();
  const found: TranscriptFile[] = [];
  for (const project of namesIn(projects, { only: 'folders', skipped })) {
    const folder = join(projects, project);
    for (const name of namesIn(folder, { only: 'all', skipped })) {
      const file = ownFile(folder, name, skipped);
      if (file) found.push(file);
      else if (withSubagents && SessionId.safeParse(name).success) {
        for (const subagent of subagentFiles(folder, name, skipped)) {
          found.push(subagent);
          if (turn.isOver) yield* handOver();
        }
      }
      if (turn.isOver) yield* handOver();
    }
    if (turn.isOver) yield* handOver();
  }
  if (found.length > 0) yield found;

  async function* handOver() {
    yield found.splice(0);
    await nextRound();
    turn.begin();
  }
}

function ownFile(folder: string, name: string, skipped: SkippedFiles): TranscriptFile | undefined {
  if (!name.endsWith(EXTENSION)) return undefined;
  const sessionId = SessionId.safeParse(name.slice(0, -EXTENSION.length));
  return sessionId.success ? plainFile(join(folder, name), { sessionId: sessionId.data }, skipped) : undefined;
}

function* subagentFiles(folder: string, sessionId: SessionId, skipped: SkippedFiles): Generator<TranscriptFile> {
  const subagents = subagentsFolder(join(folder, `${sessionId}${EXTENSION}`));
  if (!isFolder(join(folder, sessionId)) || !isFolder(subagents)) return;
  for (const name of namesIn(subagents, { only: 'all', skipped })) {
    const agentId = name.endsWith(EXTENSION) ? subagentOf(name) : undefined;
    const file = agentId !== undefined && plainFile(join(subagents, name), { sessionId, agentId }, skipped);
    if (file) yield file;
  }
}

function plainFile(
  path: string,
  whose: Pick<TranscriptFile, 'sessionId' | 'agentId'>,
  skipped: SkippedFiles,
): TranscriptFile | undefined {
  const found = statusOf(path);
  if (found?.isFile() && found.nlink === 1) {
    return { path, ...whose, size: found.size, mtimeMs: found.mtimeMs, inode: found.ino };
  }
  // One that has just been removed is nothing to be counted.
  if (found) skipped.files += 1;
  return undefined;
}

/** Read a few at a time: a folder may hold any number. */
function* namesIn(
  folder: string,
  { only, skipped }: { only: 'folders' | 'all'; skipped: SkippedFiles },
): Generator<string> {
  let names: Dir | undefined;
  try {
    names = opendirSync(folder, { bufferSize: 256 });
    for (let entry = names.readSync(); entry !== null; entry = names.readSync()) {
      // Some disks do not say what an entry is.
      const isWanted =
        only === 'all' || entry.isDirectory() || (isUnknown(entry) && isFolder(join(folder, entry.name)));
      if (isWanted) yield entry.name;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') skipped.folders += 1;
  } finally {
    names?.closeSync();
  }
}

function isUnknown(entry: { isFile(): boolean; isSymbolicLink(): boolean }): boolean {
  return !entry.isFile() && !entry.isSymbolicLink();
}

function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

/** Of the thing itself, wherever a link may lead. Undefined for what is not there, or not to be looked at. */
function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Over after a few milliseconds of work. */
class ShortTurn {
  #since = performance.now();

  begin(): void {
    this.#since = performance.now();
  }

  get isOver(): boolean {
    return performance.now() - this.#since > TURN_MS;
  }
}

const TURN_MS = 8;
const EXTENSION = '.jsonl';
