// The repository that a folder is in.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersUp } from './claudeTrust.ts';

/** The nearest folder that holds one. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
  for (const each of foldersUp(folder, undefined)) {
    if (await lstat(join(each, '.git')).catch(() => undefined)) return each;
  }
  return undefined;
}
