// The mark of a session that its person has put away, where Claude keeps it: a small file beside the transcript. Measured with
// the Agent SDK 0.3.325, whose `archiveSession` writes it: whoever says something in the session takes it out of the archive.
import { lstatSync } from 'node:fs';
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { openPlainFile } from '../plainFile.ts';
import { besides } from './shelf.ts';
import type { TranscriptFile } from './transcriptFiles.ts';

const ArchiveMark = z.object({ archived: z.boolean(), at: z.string() });

export async function isArchived({ path, mtimeMs }: TranscriptFile): Promise<boolean> {
  // Hardly any has one, and a list asks for each.
  const file = isFile(markOf(path)) ? await openPlainFile(markOf(path)).catch(() => undefined) : undefined;
  if (!file) return false;
  try {
    const bytes = Buffer.alloc(4096);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    const mark = ArchiveMark.parse(JSON.parse(bytes.toString('utf8', 0, bytesRead)));
    return mark.archived && Math.floor(mtimeMs) <= Date.parse(mark.at);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

export async function setArchived({ path, mtimeMs }: TranscriptFile, archived: boolean, now: number): Promise<void> {
  const folder = dirname(markOf(path));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Nothing is written to where a link may lead.
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  const there = await lstat(markOf(path)).catch(() => undefined);
  if (there && (!there.isFile() || there.nlink !== 1)) throw new Error(`${markOf(path)} is no plain file`);
  const mark = { archived, at: new Date(Math.max(now, Math.ceil(mtimeMs))).toISOString(), by: 'beckon' };
  await writeFile(markOf(path), JSON.stringify(mark), { mode: 0o600 });
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

function markOf(transcript: string): string {
  return join(besides(transcript), 'archived.json');
}
