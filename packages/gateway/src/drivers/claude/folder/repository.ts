// The repository that a folder is in.
import { access, constants, lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersUp } from './claudeTrust.ts';
import { gitPathIn } from './gitPath.ts';
import { readCarefully } from './readCarefully.ts';

export interface Repositories {
  /** Folders with a `.git`, the nearest first. */
  roots: string[];
  /** The one that git is sure to stop at: it passes by what only has the name, and looks further up. */
  certain: string | undefined;
}

export async function repositoriesOf(folder: string): Promise<Repositories> {
  const roots: string[] = [];
  for (const each of foldersUp(folder, undefined)) {
    const path = join(each, '.git');
    if (!(await lstat(path).catch(() => undefined))) continue;
    roots.push(each);
    const found = await stat(path).catch(() => undefined);
    // At a file git stops, whatever it says.
    const stops = found?.isFile() === true || (found?.isDirectory() === true && (await isRepository(path)));
    if (stops) return { roots, certain: each };
  }
  return { roots, certain: undefined };
}

/** Stricter than git is: of what is not taken for one here, the folders above are looked at as well. */
async function isRepository(gitFolder: string): Promise<boolean> {
  const shared = await gitPathIn(join(gitFolder, 'commondir'));
  if (shared && 'why' in shared) return false;
  const common = shared?.path ?? gitFolder;
  return (
    (await isHead(join(gitFolder, 'HEAD'))) &&
    (await canBeEntered(join(common, 'objects'))) &&
    (await canBeEntered(join(common, 'refs')))
  );
}

async function isHead(path: string): Promise<boolean> {
  if ((await lstat(path).catch(() => undefined))?.isFile() !== true) return false;
  const reading = await readCarefully(path);
  return !!reading && 'text' in reading && /^(?:ref: refs\/[!-~]+|[\da-f]{40}|[\da-f]{64})\n?$/.test(reading.text);
}

async function canBeEntered(path: string): Promise<boolean> {
  const isOpen = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isOpen && ((await stat(path).catch(() => undefined))?.isDirectory() ?? false);
}
