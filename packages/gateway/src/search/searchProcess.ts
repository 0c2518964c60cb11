// A process of its own for what must never be in the way of an ask. As `index` it takes up what is new, at the lowest
// priority, and ends; as `find` it looks things up until it is told to end, or whoever started it is gone.
import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { isDamage } from '../store/sqlite/sqlite.ts';
import { find } from './find.ts';
import { type IndexFile, openIndex, openIndexForReading, removeIndex } from './indexFile.ts';
import { takeUp } from './takeUp.ts';
import { takeUpLog } from './takeUpLog.ts';
import { usageReport } from './usageReport.ts';
import type { Added, FindReply, FindWork, FoundPage, IndexNews, IndexWork } from './work.ts';

/** Another once that one is gone, however it ended. */
const gateway = process.ppid;

process.once('disconnect', () => process.exit());
if (process.argv[2] === 'index') {
  setPriority(constants.priority.PRIORITY_LOW);
  process.once('message', (work: IndexWork) => void takeUpAll(work));
} else {
  process.on('message', (work: FindWork) => void lookUp(work));
}

async function takeUpAll(work: IndexWork): Promise<void> {
  let news: IndexNews;
  try {
    news = await pass(work).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      removeIndex(work.path);
      return pass(work);
    });
  } catch (error) {
    news = { is: 'failed', message: sentenceOf(error) };
  }
  process.send?.(news, () => process.exit());
}

async function pass({ path, database, ...scope }: IndexWork): Promise<IndexNews> {
  using index = await openIndex(path, scope);
  if (database !== undefined) await takeUpLog(index, { database, leftOut: scope.leftOut });
  let toldAt = 0;
  const result = await takeUp(index, {
    ...scope,
    onProgress(progress) {
      // Nothing is heard while it works. The next gateway takes up by itself, and two at once would file everything twice.
      if (process.ppid !== gateway) process.exit();
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      process.send?.({ is: 'progress', progress } satisfies IndexNews);
    },
  });
  return { is: 'done', result };
}

const progressMs = 250;

/** SQLite's code for a full disk. */
const full = 13;

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  if ((code & 0xff) === full || (error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return 'The disk is full: nothing new can be found until there is room.';
  }
  const why = error instanceof Error ? error.message : String(error);
  return `What is new cannot be taken up (${why}). It is tried again with the next search.`;
}

let opened: { inode: number; index: IndexFile } | undefined;

async function lookUp(work: FindWork): Promise<void> {
  const reply: FindReply = { id: work.id };
  try {
    const result = await resultOf(work);
    if (result) reply.result = result;
  } catch {
    // A damaged index, or one that was made anew: whoever takes up next mends it, and it is opened again then.
    opened?.index[Symbol.dispose]();
    opened = undefined;
  }
  process.send?.(reply);
}

async function resultOf(work: FindWork): Promise<FoundPage | Added | undefined> {
  const index = await openedAt(work.path);
  if (!index) return undefined;
  if (work.is === 'usage') return usageReport(index, work.query);
  return find(index, work.query, { limit: work.limit, before: work.before });
}

async function openedAt(path: string): Promise<IndexFile | undefined> {
  // A new file may have taken the place of the one that is open.
  const inode = statSync(path, { throwIfNoEntry: false })?.ino;
  if (opened?.inode === inode && opened) return opened.index;
  opened?.index[Symbol.dispose]();
  opened = undefined;
  const index = await openIndexForReading(path);
  if (index && inode !== undefined) opened = { inode, index };
  return index;
}
