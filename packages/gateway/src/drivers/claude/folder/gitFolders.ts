// The folders in which `git` finds a configuration and hooks when it is run in a folder: those of its repository, of the
// repository that a worktree belongs to, and of submodules; and any folder above that only looks like one.
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersUp } from './claudeTrust.ts';
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
  for (const each of foldersUp(folder, certain)) if (await looksLikeOne(each)) await search.gitFolder(each);
  for (const root of roots) await search.repository(root);
  return { folders: [...search.folders], unreadable: search.unreadable };
}

/** The hooks that lie in a folder of them, and can be run; git leaves all others alone. */
export async function gitHooks(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[a-z0-9-]+$/.test(name));
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mode),
  );
  return names.filter((_, index) => ((modes[index] ?? 0) & 0o111) !== 0).toSorted((a, b) => (a < b ? -1 : 1));
}

class Search {
  readonly folders = new Set<string>();
  readonly unreadable: GitFolders['unreadable'] = [];
  readonly #indexes = new Set<string>();
  #looks = 0;

  async repository(root: string): Promise<void> {
    const path = join(root, '.git');
    const found = await stat(path).catch(() => undefined);
    if (!found) return;
    if (!found.isFile()) {
      await this.gitFolder(path);
      return this.#repositoriesIn(root, path);
    }
    // In a worktree or a submodule it is a file that says where the folder is.
    const elsewhere = await this.#elsewhere(path, 'gitdir: ');
    if (elsewhere !== undefined) await this.#repositoriesIn(root, elsewhere);
  }

  /** Submodules that are there: git goes into them by itself, wherever their own folder of git's is. */
  async #repositoriesIn(root: string, gitFolder: string): Promise<void> {
    if (this.#indexes.has(gitFolder)) return;
    this.#indexes.add(gitFolder);
    const links = await gitlinksIn(gitFolder);
    if ('why' in links) return void this.unreadable.push({ path: join(gitFolder, 'index'), why: links.why });
    for (const path of links.paths) {
      this.#looks += 1;
      if (this.#looks > mostLooks) {
        this.unreadable.push({ path: join(gitFolder, 'index'), why: 'names more submodules than are looked at' });
        return;
      }
      await this.repository(join(root, path));
    }
  }

  async gitFolder(path: string): Promise<void> {
    if (this.folders.has(path)) return;
    this.folders.add(path);
    await this.#elsewhere(join(path, 'commondir'), '');
    await this.#modulesBelow(join(path, 'modules'), deepest);
  }

  /** The folder that the file names, where it was looked at. */
  async #elsewhere(file: string, prefix: string): Promise<string | undefined> {
    const said = await gitPathIn(file, prefix);
    if (!said) return undefined;
    this.#looks += 1;
    if ('why' in said) this.unreadable.push({ path: file, why: said.why });
    else if (this.#looks > mostLooks) this.unreadable.push({ path: file, why: 'leads further than is looked' });
    else {
      await this.gitFolder(said.path);
      return said.path;
    }
    return undefined;
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

/** Git takes a folder with these for a repository, whatever its name. */
async function looksLikeOne(folder: string): Promise<boolean> {
  const has = async (name: string) => !!(await lstat(join(folder, name)).catch(() => undefined));
  return (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));
}
