// The folders in which `git` finds a configuration and hooks when it is run in a folder: those of its repository, of the
// repository that a worktree belongs to, and of submodules; and any folder above that only looks like one.
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersUp } from './claudeTrust.ts';
import { gitLayout } from './gitLayout.ts';
import { gitlinksIn } from './gitlinks.ts';
import { gitPathIn } from './gitPath.ts';
import { codeOf } from './readCarefully.ts';
import type { Repositories } from './repository.ts';

/** More folders than a repository with submodules has, and deeper than their names go. */
const mostLooks = 300;
const deepest = 4;

export interface GitFolders {
  folders: string[];
  /** Where git may find more than was found here. */
  unreadable: { path: string; why: string }[];
}

export async function gitFolders(folder: string, { roots, certain }: Repositories): Promise<GitFolders> {
  const search = new Search();
  for (const each of foldersUp(folder, certain)) if (await looksLikeOne(each)) await search.gitFolder(each, each);
  for (const root of roots) await search.repository(root);
  return { folders: [...search.folders], unreadable: search.unreadable };
}

/** The hooks that lie in a folder of them, and can be run; git leaves all others alone. */
export async function gitHooks(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[a-z0-9-]+$/.test(name));
  const hooks: string[] = [];
  for (const name of names) {
    const mode = (await stat(join(folder, name)).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o111) !== 0) hooks.push(name);
  }
  return hooks.toSorted((a, b) => (a < b ? -1 : 1));
}

class Search {
  readonly folders = new Set<string>();
  readonly unreadable: GitFolders['unreadable'] = [];
  readonly #contents = new Map<string, Promise<Contents>>();
  readonly #trees = new Set<string>();
  #looks = 0;

  async repository(root: string): Promise<void> {
    const path = join(root, '.git');
    const found = await stat(path).catch(() => undefined);
    if (!found) return;
    // In a worktree or a submodule it is a file that says where the folder is.
    if (found.isFile()) await this.#elsewhere(path, 'gitdir: ', root);
    else await this.gitFolder(path, root);
  }

  /** `root` is the folder that git takes for the one of its files, unless the configuration says otherwise. */
  async gitFolder(path: string, root?: string): Promise<void> {
    if (!this.folders.has(path)) {
      this.folders.add(path);
      await this.#elsewhere(join(path, 'commondir'), '');
      await this.#modulesBelow(join(path, 'modules'), deepest);
    }
    await this.#submodules(path, root);
  }

  /** Those that are there: git goes into them by itself, wherever their own folder of git's is. */
  async #submodules(gitFolder: string, root: string | undefined): Promise<void> {
    const isKnown = this.#contents.has(gitFolder);
    const contents = this.#contents.get(gitFolder) ?? contentsOf(gitFolder);
    this.#contents.set(gitFolder, contents);
    const { links, workTrees, unreadable } = await contents;
    if (!isKnown) this.unreadable.push(...unreadable);
    for (const tree of root === undefined ? workTrees : [root, ...workTrees]) {
      // Two folders may have the same index, and other submodules by it.
      const key = JSON.stringify([gitFolder, tree]);
      if (this.#trees.has(key)) continue;
      this.#trees.add(key);
      for (const link of links) {
        this.#looks += 1;
        if (this.#looks > mostLooks) {
          this.unreadable.push({ path: join(gitFolder, 'index'), why: 'names more submodules than are looked at' });
          return;
        }
        await this.repository(join(tree, link));
      }
    }
  }

  /** The folder that the file names. */
  async #elsewhere(file: string, prefix: string, root?: string): Promise<void> {
    const said = await gitPathIn(file, prefix);
    if (!said) return;
    this.#looks += 1;
    if ('why' in said) this.unreadable.push({ path: file, why: said.why });
    else if (this.#looks > mostLooks) this.unreadable.push({ path: file, why: 'leads further than is looked' });
    else await this.gitFolder(said.path, root);
  }

  async #modulesBelow(folder: string, depth: number): Promise<void> {
    const names = await readdir(folder).catch((error: unknown) => {
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        this.unreadable.push({ path: folder, why: `cannot be opened (${code})` });
      return [];
    });
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      const path = join(folder, name);
      if (!(await stat(path).catch(() => undefined))?.isDirectory()) continue;
      this.#looks += 1;
      if (this.#looks > mostLooks || depth === 0) {
        this.unreadable.push({ path: folder, why: 'holds more modules than are looked at' });
        return;
      }
      if (await looksLikeOne(path)) await this.gitFolder(path);
      else await this.#modulesBelow(path, depth - 1);
      if (this.#looks > mostLooks) return;
    }
  }
}

interface Contents {
  /** Submodules, by their paths. */
  links: string[];
  workTrees: string[];
  unreadable: GitFolders['unreadable'];
}

async function contentsOf(gitFolder: string): Promise<Contents> {
  const layout = await gitLayout(gitFolder);
  if ('why' in layout) {
    return { links: [], workTrees: [], unreadable: [{ path: join(gitFolder, 'config'), why: layout.why }] };
  }
  const { nameLength, workTrees } = layout;
  const found = await gitlinksIn(gitFolder, nameLength);
  if ('paths' in found) return { links: found.paths, workTrees, unreadable: [] };
  return { links: [], workTrees, unreadable: [{ path: join(gitFolder, 'index'), why: found.why }] };
}

/** Git takes a folder with these for a repository, whatever its name. */
async function looksLikeOne(folder: string): Promise<boolean> {
  const has = async (name: string) => !!(await lstat(join(folder, name)).catch(() => undefined));
  return (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));
}
