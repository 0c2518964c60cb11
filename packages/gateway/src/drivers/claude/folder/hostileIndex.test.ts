// Indexes of git made by hand, so that git goes into a repository which whoever reads them almost as git does would not find.
// Each is tried with git itself first: it runs what that repository brings, or the test would prove nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longestStall } from '../../../../../../tests/support/longestStall.ts';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { readGitlinks } from './gitlinks.ts';
import { quietGit } from './quietGit.ts';
import { whatRuns } from './whatRuns.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const person = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'core.fsmonitor=false'];

type Folder = ReturnType<typeof tempFolder>;

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...person, ...args], { cwd: folder, env: environment, encoding: 'utf8' }).trim();
}

function repository(folder: string, format = 'sha1'): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '--template=', `--object-format=${format}`);
}

/** A repository that runs something once git looks at its state. Returns the name of its commit. */
function hostile(folder: Folder, path: string, format = 'sha1'): string {
  repository(folder.at(path), format);
  git(folder.at(path), 'commit', '-q', '--allow-empty', '-m', 'one');
  git(folder.at(path), 'config', 'core.fsmonitor', `touch ${folder.at('ran')}; false`);
  return git(folder.at(path), 'rev-parse', 'HEAD');
}

interface Entry {
  mode: number;
  /** One character for each byte. */
  path: string;
  /** As hexadecimal digits. */
  name?: string;
  /** Where it is not that of the path. */
  length?: number;
  changedAt?: number;
  isLeftOut?: boolean;
}

function indexOf(entries: readonly Entry[], { version = 2, nameLength = 20, further = '' } = {}): Buffer {
  const header = Buffer.alloc(12, 'DIRC');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(entries.length, 8);
  const content = Buffer.concat([header, ...entries.map((entry) => bytesOf(entry, nameLength)), Buffer.from(further)]);
  const digest = createHash(nameLength === 20 ? 'sha1' : 'sha256')
    .update(content)
    .digest();
  return Buffer.concat([content, digest]);
}

function bytesOf(entry: Entry, nameLength: number): Buffer {
  const { mode, path, name = '11'.repeat(nameLength), changedAt = 0, isLeftOut = false } = entry;
  const { length = path.length } = entry;
  const head = Buffer.alloc(40);
  head.writeUInt32BE(changedAt, 8);
  head.writeUInt32BE(mode, 24);
  const flags = Buffer.from([length >> 8, length & 0xff]);
  const leftOut = isLeftOut ? Buffer.from([0x40, 0]) : Buffer.alloc(0);
  if (isLeftOut) flags.writeUInt16BE(length | 0x4000);
  const fixed = Buffer.concat([head, Buffer.from(name, 'hex'), flags, leftOut]);
  const whole = Buffer.alloc(Math.ceil((fixed.length + length + 1) / 8) * 8);
  fixed.copy(whole);
  Buffer.from(path, 'latin1').copy(whole, fixed.length);
  return whole;
}

const file = 0o100644;
const link = 0o160000;

const cases: Record<string, (folder: Folder) => void> = {
  'whose mode only begins like that of a submodule'(folder) {
    repository(folder.at('repo'));
    const name = hostile(folder, 'repo/sub');
    writeFileSync(folder.at('repo/.git/index'), indexOf([{ mode: link | 1, path: 'sub', name }]));
  },
  'whose path is no text'(folder) {
    repository(folder.at('repo'));
    const name = hostile(folder, 'repo/sub');
    const path = 's\u00ff';
    renameSync(folder.at('repo/sub'), Buffer.from(`${folder.at('repo')}/${path}`, 'latin1'));
    writeFileSync(folder.at('repo/.git/index'), indexOf([{ mode: link, path, name }]));
  },
  'whose first entry is longer than its name'(folder) {
    repository(folder.at('repo'));
    const name = hostile(folder, 'repo/sub');
    const inside = bytesOf({ mode: file, path: 'b' }, 20).toString('latin1');
    const first = { mode: file, path: `a\0${inside}`, length: 128 };
    writeFileSync(folder.at('repo/.git/index'), indexOf([first, { mode: link, path: 'sub', name }]));
  },
  'in SHA-256 that can be read as one in SHA-1'(folder) {
    repository(folder.at('repo'), 'sha256');
    hostile(folder, 'repo/sub', 'sha256');
    const first = Buffer.alloc(32, 0x11);
    first.set([0, 1, 0x61, 0, 0, 0, 0, 0, 0, 0, 0, 0], 20);
    const second = Buffer.alloc(32, 0x22);
    second.set([0, 1, 0x62, 0], 4);
    const entries = [
      { mode: file, path: 'a', name: first.toString('hex') },
      { mode: link, path: 'sub', name: second.toString('hex'), changedAt: file },
    ];
    writeFileSync(folder.at('repo/.git/index'), indexOf(entries, { nameLength: 32 }));
  },
  'of files that lie elsewhere'(folder) {
    repository(folder.at('repo'));
    const name = hostile(folder, 'repo/inner/sub');
    git(folder.at('repo'), 'config', 'core.worktree', '../inner');
    writeFileSync(folder.at('repo/.git/index'), indexOf([{ mode: link, path: 'sub', name }]));
  },
  'of a folder that is a repository without the name of one'(folder) {
    const name = hostile(folder, 'repo/sub');
    for (const each of ['objects', 'refs/heads']) mkdirSync(folder.at(`repo/${each}`), { recursive: true });
    writeFileSync(folder.at('repo/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(folder.at('repo/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n');
    writeFileSync(folder.at('repo/index'), indexOf([{ mode: link, path: 'sub', name }]));
  },
  'that a submodule has too'(folder) {
    repository(folder.at('repo'));
    git(folder.at('repo'), 'commit', '-q', '--allow-empty', '-m', 'one');
    const name = hostile(folder, 'repo/sub/sub');
    writeFileSync(folder.at('repo/sub/.git'), 'gitdir: ../.git\n');
    writeFileSync(folder.at('repo/.git/index'), indexOf([{ mode: link, path: 'sub', name }]));
  },
  'that shares the path of a submodule'(folder) {
    repository(folder.at('repo'));
    for (const each of ['sub', 'other']) writeFileSync(folder.at(`repo/${each}`), each);
    git(folder.at('repo'), 'add', '.');
    git(folder.at('repo'), 'update-index', '--split-index');
    rmSync(folder.at('repo/sub'));
    const name = hostile(folder, 'repo/sub');
    git(folder.at('repo'), 'update-index', '--cacheinfo', `160000,${name},sub`);
  },
  'that leaves a folder with a submodule out'(folder) {
    const root = folder.at('repo');
    repository(root);
    writeFileSync(folder.at('repo/a'), 'a');
    git(root, 'add', '.');
    const name = hostile(folder, 'repo/out/sub');
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${name},out/sub`);
    git(root, 'commit', '-qm', 'one');
    for (const each of ['core.sparseCheckout', 'core.sparseCheckoutCone', 'index.sparse'])
      git(root, 'config', each, 'true');
    mkdirSync(folder.at('repo/.git/info'), { recursive: true });
    writeFileSync(folder.at('repo/.git/info/sparse-checkout'), '/*\n!/*/\n');
    const entries = [
      { mode: file, path: 'a', name: git(root, 'rev-parse', 'HEAD:a') },
      { mode: 0o040000, path: 'out/', name: git(root, 'rev-parse', 'HEAD:out'), isLeftOut: true },
    ];
    writeFileSync(folder.at('repo/.git/index'), indexOf(entries, { version: 3, further: 'sdir\0\0\0\0' }));
  },
};

test.each(Object.entries(cases))('[L12] an index %s runs nothing unasked', async (_, make) => {
  using folder = tempFolder();
  make(folder);
  const kept = indexesOf(folder);
  execFileSync('git', ['status'], { cwd: folder.at('repo'), env: environment, stdio: 'ignore' });
  expect(existsSync(folder.at('ran'))).toBe(true);
  rmSync(folder.at('ran'));
  for (const [path, bytes] of kept) writeFileSync(path, bytes);

  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at('repo'));
  expect(items.map(({ what }) => what)).not.toEqual([]);
  // Without its settings either git is kept quiet, or no agent is started.
  const quiet = await quietGit(environment, { cwd: folder.at('repo'), folderTrust: 'without_settings' }).catch(
    () => undefined,
  );
  if (quiet) execFileSync('git', ['status'], { cwd: folder.at('repo'), env: quiet, stdio: 'ignore' });
  expect(existsSync(folder.at('ran'))).toBe(false);
});

/** Git writes them anew when it looks at them. */
function indexesOf(folder: Folder): [string, Buffer][] {
  const gitFolder = existsSync(folder.at('repo/.git')) ? 'repo/.git' : 'repo';
  const names = readdirSync(folder.at(gitFolder)).filter((name) => name.includes('index'));
  return names.map((name) => [folder.at(`${gitFolder}/${name}`), readFileSync(folder.at(`${gitFolder}/${name}`))]);
}

test('[L12] an index whose paths grow with every entry, and one of zeros, hold up nothing', async () => {
  const count = 50_000;
  const growing = Buffer.alloc(12 + count * 65, 'DIRC');
  growing.fill(0, 4);
  growing.writeUInt32BE(4, 4);
  growing.writeUInt32BE(count, 8);
  for (let at = 12; at < growing.length; at += 65) {
    growing.writeUInt32BE(file, at + 24);
    growing.writeUInt16BE(0xfff, at + 60);
    growing[at + 63] = 0x61;
  }
  expect(await longestStall(() => readGitlinks(growing, 20))).toBeLessThan(100);
  expect(await longestStall(() => readGitlinks(Buffer.alloc(64_000_000), 20))).toBeLessThan(100);
});
