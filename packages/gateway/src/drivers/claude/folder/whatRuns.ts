// What of a folder would run, or be granted, in a `claude` that is started there, before anyone is asked. Which files it
// reads was measured: settings of the folder itself, local settings of its repository too, tasks by the clock, `.mcp.json` of
// every folder above, agents, skills and commands up to the repository or, without one, of every folder above.
import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FolderLook, TrustItem, TrustItemSort } from '@beckon/protocol';
import { claudeFolder } from '../../claudeFolder.ts';
import { foldersUp, trustedInClaude } from './claudeTrust.ts';
import { frontmatterItems } from './frontmatterItems.ts';
import { gitConfigItems } from './gitConfig.ts';
import { gitFolders, gitHooks } from './gitFolders.ts';
import { isObject, parsed } from './json.ts';
import { mcpItems } from './mcpItems.ts';
import { NamedFiles } from './namedFiles.ts';
import { readCarefully } from './readCarefully.ts';
import { repositoriesOf } from './repository.ts';
import { scheduledItems, scheduledTasksFile } from './scheduledTasks.ts';
import { hookItems, settingsItems } from './settingsItems.ts';
import { TreeDigest } from './treeDigest.ts';

type Item = Omit<TrustItem, 'file'>;
type ReadItems = (content: unknown) => Item[];

export async function whatRuns(env: Record<string, string>, cwd: string): Promise<FolderLook> {
  const folder = await realpath(cwd).catch(() => cwd);
  const repositories = await repositoriesOf(folder);
  const { roots, certain } = repositories;
  const finding = new Finding({ folder, roots, own: claudeFolder(env) });
  await finding.json(join(folder, '.claude/settings.json'), settingsItems);
  for (const each of await localSettingsFolders(folder)) {
    await finding.json(join(each, '.claude/settings.local.json'), settingsItems);
  }
  for (const each of new Set([folder, ...roots])) await finding.json(join(each, scheduledTasksFile), scheduledItems);
  for (const each of foldersUp(folder, undefined)) await finding.json(join(each, '.mcp.json'), mcpItems);
  for (const each of foldersUp(folder, certain)) await finding.texts(join(each, '.claude'));
  const files = new NamedFiles(folder, roots.at(-1));
  const git = await gitFolders(folder, repositories);
  for (const { path, why } of git.unreadable) finding.unreadable(path, why);
  for (const each of git.folders) await finding.git(each, files);
  await finding.namedFiles(files);
  const { items } = finding;
  const trustedInAgent = items.length > 0 ? await trustedInClaude(env, folder, roots[0]) : undefined;
  return { folder, items, trustedInAgent };
}

/** More than anyone would read; the rest counts as something that nobody has read. */
const mostItems = 400;
const mostCharacters = 48_000;
/** So many files of agents, skills and commands are looked into. */
const mostFiles = 1000;
const deepest = 4;
/** Of commands, so much is kept to be looked through for the files that they name. */
const mostCommandCharacters = 4_000_000;
/** Git knows fewer than a hundred. */
const mostGitHooks = 100;
const addedAtOnce = 2000;
/** They hold commands, or may. */
const canNameFiles = new Set<TrustItemSort>(['hook', 'mcp_server', 'helper', 'environment', 'plugin', 'setting']);

class Finding {
  readonly #items: TrustItem[] = [];
  /** What is not shown: there may be gigabytes of it, of which nothing is held. */
  readonly #rest = { count: 0, file: '', digest: createHash('sha256') };
  readonly #commands: { item: Item; path: string }[] = [];
  #commandCharacters = 0;
  readonly #hooksFolders = new Set<string>();
  readonly #folder: string;
  /** Settings of the person's own. */
  readonly #own: string;
  readonly #trees = new TreeDigest();
  readonly #roots: readonly string[];
  /** Where links of the texts that are looked at now may lead. */
  #home = '';
  #characters = 0;
  #files = 0;

  constructor({ folder, roots, own }: { folder: string; roots: readonly string[]; own: string }) {
    this.#folder = folder;
    this.#roots = roots;
    this.#own = own;
  }

  /** Those that are shown, and one that stands for the rest. */
  get items(): TrustItem[] {
    const { count, file } = this.#rest;
    if (count === 0) return this.#items;
    const digest = this.#rest.digest.copy().digest('hex');
    const text = `${count} more, from here on, are too many or too long to be shown (SHA-256 ${digest})`;
    return [...this.#items, { what: 'unreadable', name: 'cannot be judged', text, file }];
  }

  async json(path: string, read: ReadItems): Promise<void> {
    if (this.#isOwn(path)) return;
    const reading = await readCarefully(path);
    if (!reading) return;
    if ('why' in reading) return this.unreadable(path, reading.why);
    const content = parsed(reading.text);
    if (!content) {
      if (reading.text.trim() !== '') this.unreadable(path, `is no valid JSON:\n${reading.text}`);
      return;
    }
    const items = itemsOf(content.value, read);
    if (items) await this.#addAll(path, items);
    else this.unreadable(path, `is nested too deeply (SHA-256 ${sha256(reading.text)})`);
  }

  /** Agents, commands, skills, and plugins that lie among the skills. */
  async texts(from: string): Promise<void> {
    if (this.#isOwn(join(from, 'settings.json'))) return;
    this.#home = await realpath(this.#roots[0] ?? dirname(from)).catch(() => dirname(from));
    for (const name of ['agents', 'commands', 'output-styles']) await this.#textsIn(join(from, name), deepest);
    for (const name of await this.#entries(join(from, 'skills'))) {
      const skill = join(from, 'skills', name);
      await this.#text(join(skill, 'SKILL.md'));
      await this.json(join(skill, '.claude-plugin/plugin.json'), (manifest) => [
        { what: 'plugin', name, text: JSON.stringify(manifest) },
      ]);
      await this.json(join(skill, 'hooks/hooks.json'), pluginHooks);
      await this.json(join(skill, '.mcp.json'), mcpItems);
    }
  }

  /** What git would run by what stands in one of its folders. */
  async git(gitFolder: string, files: NamedFiles): Promise<void> {
    const hooksFolders = [join(gitFolder, 'hooks')];
    for (const name of ['config', 'config.worktree']) {
      const reading = await readCarefully(join(gitFolder, name));
      if (!reading) continue;
      if ('why' in reading) {
        this.unreadable(join(gitFolder, name), reading.why);
        continue;
      }
      const items = gitConfigItems(reading.text);
      this.#add(join(gitFolder, name), items);
      const paths = items.filter((item) => item.name === 'git core.hookspath').map(({ text }) => text);
      for (const root of this.#roots.length > 0 ? this.#roots : [this.#folder]) {
        hooksFolders.push(...paths.map((path) => resolve(root, path.replaceAll('"', ''))));
      }
    }
    for (const hooksFolder of hooksFolders) await this.#gitHooks(hooksFolder, files);
  }

  async #gitHooks(folder: string, files: NamedFiles): Promise<void> {
    if (this.#hooksFolders.has(folder)) return;
    this.#hooksFolders.add(folder);
    const hooks = await gitHooks(folder);
    if (hooks.length > mostGitHooks) {
      return this.#unseen(folder, `holds ${hooks.length} hooks, which are more than Beckon looks into`);
    }
    for (const hook of hooks) {
      const path = join(folder, hook);
      const text = await files.content(path);
      if (!isOfLfs(text)) this.#add(path, [{ what: 'hook', name: `git ${hook}`, text }]);
    }
  }

  /** What those commands name that were found. */
  async namedFiles(files: NamedFiles): Promise<void> {
    const commands = this.#commands.splice(0);
    const [{ path: firstIn } = { path: this.#folder }] = commands;
    if (this.#commandCharacters > mostCommandCharacters)
      this.unreadable(firstIn, 'and further files name more than Beckon looks for, which may change unseen');
    for (const { item, path: saidIn } of commands) {
      const named = await files.of(item.text, saidIn);
      for (const { path, text } of named.files) {
        this.#add(path, [{ what: 'script', name: `named by ${item.name}`, text }]);
      }
      if (named.doubts.length > 0) {
        const text = `${item.name}: ${named.doubts.join('; ')}.`;
        this.#add(saidIn, [{ what: 'unreadable', name: 'may run more than is shown', text }]);
      }
      if (files.isIncomplete)
        return this.unreadable(saidIn, 'names more than Beckon looks for, which may change unseen');
    }
  }

  async #textsIn(folder: string, depth: number): Promise<void> {
    for (const name of await this.#entries(folder)) {
      const path = join(folder, name);
      if (name.endsWith('.md')) await this.#text(path);
      else if (depth > 0) await this.#textsIn(path, depth - 1);
      else if (await isFolder(path)) await this.#unseen(path, 'lies deeper than Beckon looks');
    }
  }

  async #text(path: string): Promise<void> {
    const reading = await readCarefully(path);
    if (!reading) return;
    if ('why' in reading) return this.unreadable(path, reading.why);
    // What the agent is given to read here may be anything that its person can read.
    const leadsTo = await realpath(path).catch(() => path);
    if (!leadsTo.startsWith(this.#home + sep)) this.unreadable(path, `leads out of the folder, to ${leadsTo}`);
    this.#add(path, frontmatterItems(reading.text, 'before the text'));
  }

  /** In an order that does not change by itself. */
  async #entries(folder: string): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      const isNothing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
      if (!isNothing) this.unreadable(folder, `cannot be opened (${error.code ?? 'unknown'})`);
      return [];
    });
    this.#files += names.length;
    if (this.#files <= mostFiles) return names.toSorted((a, b) => (a < b ? -1 : 1));
    if (names.length > 0)
      await this.#unseen(folder, `holds ${names.length} files, which are more than Beckon looks into`);
    return [];
  }

  async #unseen(folder: string, why: string): Promise<void> {
    this.unreadable(folder, `${why} (SHA-256 ${await this.#trees.of(folder)})`);
  }

  unreadable(path: string, why: string): void {
    this.#add(path, [{ what: 'unreadable', name: 'cannot be judged', text: why }]);
  }

  /** One file may say tens of thousands of things. */
  async #addAll(path: string, items: readonly Item[]): Promise<void> {
    for (let at = 0; at < items.length; at += addedAtOnce) {
      this.#add(path, items.slice(at, at + addedAtOnce));
      await setImmediate();
    }
  }

  #add(path: string, items: readonly Item[]): void {
    const within = relative(this.#folder, path);
    const file = within.startsWith('..') ? path : within;
    for (const item of items) {
      if (canNameFiles.has(item.what)) this.#follow(item, path);
      this.#characters += item.text.length + item.name.length + file.length;
      if (this.#items.length < mostItems && this.#characters <= mostCharacters) this.#items.push({ ...item, file });
      else {
        if (this.#rest.count === 0) this.#rest.file = file;
        this.#rest.count += 1;
        this.#rest.digest.update(JSON.stringify({ ...item, file }));
      }
    }
  }

  #follow(item: Item, path: string): void {
    this.#commandCharacters += item.text.length + item.name.length;
    if (this.#commandCharacters <= mostCommandCharacters) this.#commands.push({ item, path });
  }

  #isOwn(path: string): boolean {
    return path === join(this.#own, 'settings.json');
  }
}

/** Undefined where there is more in each other than can be written down again. */
function itemsOf(content: unknown, read: ReadItems): Item[] | undefined {
  try {
    return read(content);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

const pluginHooks: ReadItems = (content) => {
  const hooks = isObject(content) && isObject(content['hooks']) ? hookItems(content['hooks']) : undefined;
  return hooks ?? [{ what: 'setting', name: 'hooks', text: JSON.stringify(content) }];
};

/** The folders whose local settings hold for an agent in that one. */
export async function localSettingsFolders(folder: string): Promise<string[]> {
  const { roots } = await repositoriesOf(folder);
  const all = new Set([folder, ...roots, ...(await Promise.all(roots.map(mainRepository)))]);
  return [...all].filter((each) => each !== undefined);
}

/** As `git lfs install` writes its hooks: nothing but itself. */
function isOfLfs(text: string): boolean {
  const [, shebang, ...lines] = text.split('\n');
  return shebang === '#!/bin/sh' && lines.length > 0 && lines.every((line) => line === '' || lfsLine.test(line));
}

const lfsLine =
  /^(?:command -v git-lfs >\/dev\/null 2>&1 \|\| \{ (?:echo|printf) >&2 "[^"$`]*"(?: "[^"$`]*")?; exit 2; \}|git lfs [a-z-]+ "\$@")$/;

/** The repository that a worktree belongs to: its local settings are read too. */
async function mainRepository(root: string): Promise<string | undefined> {
  const there = await stat(join(root, '.git')).catch(() => undefined);
  const reading = there?.isFile() ? await readCarefully(join(root, '.git')) : undefined;
  const gitFolder =
    reading && 'text' in reading ? /^gitdir: (.*)\/\.git\/worktrees\/[^/]+\s*$/.exec(reading.text) : null;
  // In a worktree that can be moved with its repository, it is relative.
  return gitFolder?.[1] === undefined ? undefined : resolve(root, gitFolder[1]);
}
