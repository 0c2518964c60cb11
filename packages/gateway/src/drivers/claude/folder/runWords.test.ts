// What commands of a folder run without naming it in full, and what is said where that cannot be followed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { whatRuns } from './whatRuns.ts';

function write(folder: TempFolder, path: string, content: string): void {
  mkdirSync(dirname(folder.at(path)), { recursive: true });
  writeFileSync(folder.at(path), content);
}

/** Of a hook with this command. */
async function found(folder: TempFolder, command: string) {
  const hooks = { Stop: [{ hooks: [{ type: 'command', command }] }] };
  write(folder, 'work/.claude/settings.json', JSON.stringify({ hooks }));
  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at('work'));
  return {
    scripts: items.flatMap(({ what, file }) => (what === 'script' ? [file] : [])),
    doubts: items.flatMap(({ what, text }) => (what === 'unreadable' ? [text] : [])),
  };
}

test.each([
  ['node hooks/guard', ['hooks/guard.js']],
  ['node "$CLAUDE_PROJECT_DIR"/hooks/guard --quiet', ['hooks/guard.js']],
  ['node hooks/pack', ['hooks/pack/index.js']],
  ['sh hooks/*.sh', ['hooks/a.sh', 'hooks/b.sh']],
  ['for f in hooks/?.sh; do . "$f"; done', ['hooks/a.sh', 'hooks/b.sh']],
  ['bash -c "$(cat hooks/a.sh)"', ['hooks/a.sh']],
  ['python3 -m hooks.check', ['hooks/check.py']],
])('[L12] %s', async (command, scripts) => {
  using folder = tempFolder();
  const files = ['guard.js', 'pack/index.js', 'a.sh', 'b.sh', 'check.py', 'notes.txt'];
  for (const name of files) write(folder, `work/hooks/${name}`, name);
  expect(await found(folder, command)).toEqual({ scripts, doubts: [] });
});

test.each([
  ['npm run check', ['package.json'], '“npm” runs what its own file says, and what that runs in turn'],
  ['make -s check', ['Makefile'], '“make” runs what its own file says, and what that runs in turn'],
  ['npx -y some-server', [], '“npx” runs a package, which may come from outside'],
  ['node hooks/gone', [], 'names “hooks/gone”, which is not there now'],
  ['python -m gone', [], 'names “gone”, which is not there now'],
  ['sh */run.sh', [], 'the pattern “*/run.sh” is not followed'],
  ['cat hooks/[ab].sh | sh', [], 'the pattern “hooks/[ab].sh” is not followed'],
  [`echo ${'1'.repeat(5000)}`, [], 'a word of 5000 characters is not followed'],
])('[L12] %s may run more than is shown, which is said', async (command, scripts, doubt) => {
  using folder = tempFolder();
  write(folder, 'work/package.json', '{"scripts":{"check":"sh x.sh"}}');
  write(folder, 'work/Makefile', 'check:\n\tsh x.sh');
  expect(await found(folder, command)).toEqual({ scripts, doubts: [`Stop: ${doubt}.`] });
});

test.each(['echo done', 'sh -c "echo done"', 'node -e "1 + 1"', '/usr/bin/env bash /opt/x.sh', 'date > log.txt'])(
  '[L12] %s runs nothing else',
  async (command) => {
    using folder = tempFolder();
    expect(await found(folder, command)).toEqual({ scripts: [], doubts: [] });
  },
);

test('[L12] neither a pattern nor a word is made to take long, whatever the names in the folder are', async () => {
  using folder = tempFolder();
  write(folder, `work/${'a'.repeat(200)}`, '');
  const started = performance.now();
  await found(folder, `sh ${'*a'.repeat(30)}b; ${'/1.'.repeat(10_000)}x ${'1'.repeat(30_000)}x`);
  expect(performance.now() - started).toBeLessThan(1000);
});
