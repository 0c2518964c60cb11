// The folders in which `git` finds a configuration and hooks when it is run in a folder: those of its repository, of the
// repository that a worktree belongs to, and of submodules; and any folder above that only looks like one.
import type { Dirent } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { foldersUp } from './claudeTrust.ts';
import { readCarefully } from './readCarefully.ts';

/** More submodules than a repository has, and deeper than their names go. */
const mostModules = 100;
const deepest = 4;

export async function gitFolders(folder: string, root: string | undefined): Promise<string[]> {
  const found = new Set<string>();
  for (const each of foldersUp(folder, root)) if (await looksLikeOne(each)) found.add(each);
  const own = root === undefined ? undefined : await gitFolderOf(root);
  if (own === undefined) return [...found];
  found.add(own);
  const shared = await lineIn(join(own, 'commondir'));
  const common = shared === undefined ? own : resolve(own, shared);
  found.add(common);
  for (const each of await modulesBelow(join(common, 'modules'), deepest)) found.add(each);
  return [...found];
}

/** The hooks that lie in a folder of them, and can be run; git leaves all others alone. */
export async function gitHooks(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[a-z0-9-]+$/.test(name));
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mode),
  );
  return names.filter((_, index) => ((modes[index] ?? 0) & 0o111) !== 0).toSorted((a, b) => (a < b ? -1 : 1));
}

/** Git takes a folder with these for a repository, whatever its name. */
async function looksLikeOne(folder: string): Promise<boolean> {
  for (const name of ['HEAD', 'objects', 'refs']) {
    if (!(await lstat(join(folder, name)).catch(() => undefined))) return false;
  }
  return true;
}

/** In a worktree or a submodule `.git` is a file that says where it is. */
async function gitFolderOf(root: string): Promise<string | undefined> {
  const path = join(root, '.git');
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return found && path;
  const line = await lineIn(path);
  return line?.startsWith('gitdir: ') ? resolve(root, line.slice('gitdir: '.length)) : undefined;
}

async function lineIn(path: string): Promise<string | undefined> {
  const reading = await readCarefully(path);
  return reading && 'text' in reading ? reading.text.trim() : undefined;
}

async function modulesBelow(folder: string, depth: number): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isDirectory()).slice(0, mostModules)) {
    const path = join(folder, entry.name);
    if (await looksLikeOne(path)) found.push(path, ...(await modulesBelow(join(path, 'modules'), depth - 1)));
    else if (depth > 0) found.push(...(await modulesBelow(path, depth - 1)));
  }
  return found.slice(0, mostModules);
}
