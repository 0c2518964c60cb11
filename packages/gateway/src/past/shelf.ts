// A folder of transcripts, with one folder per project in it: Claude's own, or the trash. Which there are, and how one is moved
// to the other shelf.
import { constants } from 'node:fs';
import { cp, copyFile, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BeckonError, type SessionId } from '@beckon/protocol';
import { PastConversations } from '../drivers/claude/pastConversations.ts';
import { FolderEyes } from './folderEyes.ts';
import { type SkippedFiles, type TranscriptFile, transcriptFiles } from './transcriptFiles.ts';

export class Shelf {
  readonly projects: string;
  /** What was said in those that are here. */
  readonly conversations: PastConversations;
  /** By id, where each was seen last. */
  readonly #paths = new Map<SessionId, string>();
  #looking: Promise<TranscriptFile[]> | undefined;
  readonly #eyes: FolderEyes;
  #seen: TranscriptFile[] = [];
  /** What could not be looked at the last time. */
  skipped: SkippedFiles | undefined;

  constructor(projects: string) {
    this.projects = projects;
    this.conversations = new PastConversations(projects);
    this.#eyes = new FolderEyes(projects);
  }

  /** The latest activity first. Whoever comes while somebody looks gets what that finds. */
  async files(): Promise<TranscriptFile[]> {
    if (!this.#eyes.hasChanged) return this.#seen;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** As it is now; undefined where there is none. */
  async find(id: SessionId): Promise<TranscriptFile | undefined> {
    return (await this.#lookAgain(id)) ?? (await this.files()).find(({ sessionId }) => sessionId === id);
  }

  /** Its files go to the same place of the other shelf. The transcript is the last to go: it is what makes it a session. */
  async move(file: TranscriptFile, to: Shelf): Promise<void> {
    const target = join(to.projects, basename(dirname(file.path)), basename(file.path));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // Whatever is behind a link is not ours to replace.
    if (!(await isFolder(dirname(target)))) throw new BeckonError('not_supported', isLink(dirname(target)));
    if (await isThere(target)) throw new BeckonError('session_exists', isTaken);
    const [from, beside] = [besides(file.path), besides(target)];
    if (await isFolder(from)) {
      await rm(beside, { recursive: true, force: true });
      await moveTo(from, beside);
    }
    await moveTo(file.path, target);
    for (const shelf of [this, to]) shelf.changed();
    this.#paths.delete(file.sessionId);
  }

  async remove({ path, sessionId }: TranscriptFile): Promise<void> {
    await rm(besides(path), { recursive: true, force: true });
    await rm(path, { force: true });
    this.changed();
    this.#paths.delete(sessionId);
  }

  /** Something was done to it just now, of which the system may not have told yet. */
  changed(): void {
    this.#eyes.change();
  }

  close(): void {
    this.#eyes.close();
  }

  async #look(): Promise<TranscriptFile[]> {
    this.#eyes.beginLook();
    const newest = new Map<SessionId, TranscriptFile>();
    const skipped = { folders: 0, files: 0 };
    for await (const some of transcriptFiles(this.projects, { skipped })) {
      for (const file of some) {
        const other = newest.get(file.sessionId);
        // The same conversation in two projects is one session: the one that was written last.
        if (other) skipped.files += 1;
        if (!other || other.mtimeMs < file.mtimeMs) newest.set(file.sessionId, file);
      }
    }
    this.skipped = skipped.folders + skipped.files > 0 ? skipped : undefined;
    this.#paths.clear();
    for (const { sessionId, path } of newest.values()) this.#paths.set(sessionId, path);
    this.#seen = [...newest.values()].toSorted(byActivity);
    this.#eyes.endLook(this.#paths.values());
    return this.#seen;
  }

  async #lookAgain(id: SessionId): Promise<TranscriptFile | undefined> {
    const path = this.#paths.get(id);
    // A project that has become a link since leads to files that are nobody's sessions.
    if (path === undefined || !(await isFolder(dirname(path)))) return undefined;
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile() || found.nlink !== 1) return undefined;
    return { path, sessionId: id, size: found.size, mtimeMs: found.mtimeMs, inode: found.ino };
  }
}

/** Latest first, and each at one place only. */
export function byActivity(a: Activity, b: Activity): number {
  return (
    Math.floor(b.mtimeMs) - Math.floor(a.mtimeMs) ||
    Number(a.sessionId < b.sessionId) - Number(a.sessionId > b.sessionId)
  );
}
type Activity = Pick<TranscriptFile, 'mtimeMs' | 'sessionId'>;

/** The folder in which the agent keeps what belongs to a session beside its transcript. */
export function besides(transcript: string): string {
  return transcript.slice(0, -'.jsonl'.length);
}

const isTaken = 'Another session of this id is where this one would go. Delete that one for good first, or restore it.';

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function isLink(folder: string): string {
  return `${folder} is a link. Put a folder in its place, and try again.`;
}

/** A link to one is none. */
async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function moveTo(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The state directory may be on another disk. Nothing is removed before all of it is there.
    const isOne = (await lstat(from)).isDirectory();
    if (isOne) await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    else await copyFile(from, to, constants.COPYFILE_EXCL);
    await rm(from, { recursive: true, force: true });
  }
}
