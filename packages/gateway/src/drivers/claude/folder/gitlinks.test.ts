// Which repositories another one has in it, read from git's own index as git itself writes it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { gitlinksIn, readGitlinks } from './gitlinks.ts';
import { quietGit } from './quietGit.ts';
import { whatRuns } from './whatRuns.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const commit = 'f'.repeat(40);

function repository(folder: string, format = 'sha1') {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  git('init', '-q', `--object-format=${format}`);
  const link = (path: string, name = commit) => git('update-index', '--add', '--cacheinfo', `160000,${name},${path}`);
  return { git, link };
}

test.each(['2', '3', '4'])('[L12] submodules are found in an index of version %s', async (version) => {
  using folder = tempFolder();
  const { git, link } = repository(folder.at('repo'));
  for (const name of ['a', 'lib/a-file', 'lib/another', 'z']) {
    mkdirSync(folder.at('repo/lib'), { recursive: true });
    writeFileSync(folder.at(`repo/${name}`), name);
  }
  git('add', '.');
  link('lib/ein Modul');
  link('lib/m');
  if (version === '3') git('update-index', '--skip-worktree', 'a');
  else git('update-index', '--index-version', version);
  expect(readFileSync(folder.at('repo/.git/index')).readUInt32BE(4)).toBe(Number(version));
  expect(await gitlinksIn(folder.at('repo/.git'))).toEqual({ paths: ['lib/ein Modul', 'lib/m'] });
});

test('[L12] they are found in an index that is shared, and with names in SHA-256', async () => {
  using folder = tempFolder();
  const shared = repository(folder.at('shared'));
  shared.link('m');
  shared.git('update-index', '--split-index');
  expect(await gitlinksIn(folder.at('shared/.git'))).toEqual({ paths: ['m'] });
  const long = repository(folder.at('long'), 'sha256');
  long.link('m', 'f'.repeat(64));
  long.link('n/m', 'e'.repeat(64));
  expect(await gitlinksIn(folder.at('long/.git'))).toEqual({ paths: ['m', 'n/m'] });
});

test('[L12] an index that cannot be read says so, whatever is in it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const read = readGitlinks(Buffer.concat([Buffer.from('DIRC\0\0\0\u0002'), bytes, Buffer.from([0, 0, 0xe0, 0])]));
      expect('why' in read || Array.isArray(read.paths)).toBe(true);
    }),
  );
  expect(readGitlinks(Buffer.from([1, 0, 0, 0xe0, 0]))).toEqual({ why: 'is no index that can be read' });
});

test('[L12] what a submodule with a folder of git’s own would run is asked about, and not run without it', async () => {
  using folder = tempFolder();
  const outer = repository(folder.at('repo'));
  const inner = repository(folder.at('repo/lib/m'));
  writeFileSync(folder.at('repo/lib/m/file'), 'text');
  inner.git('add', '.');
  inner.git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'one');
  outer.git('add', '.');
  const ran = folder.at('ran');
  inner.git('config', 'core.fsmonitor', `touch ${ran}; false`);
  writeFileSync(folder.at('repo/lib/m/file'), 'other');

  // Git does go there by itself: else this would prove nothing.
  outer.git('status');
  expect(existsSync(ran)).toBe(true);
  execFileSync('rm', [ran]);

  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at('repo'));
  expect(items.map(({ file, text }) => `${file}: ${text.trim()}`)).toEqual([
    expect.stringMatching(/lib\/m\/\.git\/config: .*touch/),
  ]);
  const quiet = await quietGit(environment, { cwd: folder.at('repo'), folderTrust: 'without_settings' });
  execFileSync('git', ['status'], { cwd: folder.at('repo'), env: quiet });
  expect(existsSync(ran)).toBe(false);
});
