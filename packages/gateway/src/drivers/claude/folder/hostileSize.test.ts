// Folders that are made so that looking at them would take long, or more memory than there is: everything else goes on
// meanwhile, and what was not looked at is said.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { FolderLook } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { longestStall } from '../../../../../../tests/support/longestStall.ts';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { whatRuns } from './whatRuns.ts';

type Folder = ReturnType<typeof tempFolder>;

/** Milliseconds of work. A tenth of a second is the rule; the rest is for a machine that measures badly. */
const longest = 150;

async function lookAt(folder: Folder): Promise<{ look: FolderLook; stall: number }> {
  let look: FolderLook | undefined;
  const stall = await longestStall(async () => {
    look = await whatRuns({ HOME: folder.at('home') }, folder.at('repo'));
  });
  if (!look) throw new Error('not looked at');
  return { look, stall };
}

function settings(folder: Folder, content: unknown): void {
  mkdirSync(folder.at('repo/.claude'), { recursive: true });
  writeFileSync(
    folder.at('repo/.claude/settings.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

function gitFolder(folder: Folder, config: string): void {
  for (const each of ['objects', 'refs', 'hooks']) mkdirSync(folder.at(`repo/.git/${each}`), { recursive: true });
  writeFileSync(folder.at('repo/.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(folder.at('repo/.git/config'), config);
}

const cases: Record<string, (folder: Folder) => void> = {
  'a hook that runs ten thousand scripts, hundreds of which are there'(folder) {
    let command = '';
    for (let number = 0; command.length < 40_000; number += 1) command += `sh a${number % 600} `;
    settings(folder, { hooks: { Stop: [{ hooks: [{ type: 'command', command: command + 'sh sh '.repeat(3500) }] }] } });
    for (let number = 0; number < 600; number += 1) writeFileSync(folder.at(`repo/a${number}`), '');
  },
  'a pattern that fits thousands of long names almost'(folder) {
    settings(folder, { apiKeyHelper: `cat *?${'a'.repeat(120)}b*` });
    for (let number = 0; number < 5000; number += 1) writeFileSync(folder.at(`repo/${'a'.repeat(240)}${number}`), '');
  },
  'a git configuration of half a million lines'(folder) {
    gitFolder(folder, `[x]\n${'a\n'.repeat(490_000)}`);
  },
  'twenty thousand git hooks'(folder) {
    gitFolder(folder, '');
    for (let number = 0; number < 20_000; number += 1) {
      writeFileSync(folder.at(`repo/.git/hooks/a${number}`), '#!', { mode: 0o755 });
    }
  },
};

test.each(Object.entries(cases))(
  '[L12] %s: nothing else waits for it, and it is asked about',
  async (_, make) => {
    using folder = tempFolder();
    mkdirSync(folder.at('repo'));
    make(folder);
    const { look, stall } = await lookAt(folder);
    expect(look.items).not.toEqual([]);
    expect(stall).toBeLessThan(longest);
  },
  30_000,
);

test('[L12] the same folder of hooks is looked into once, however often a configuration names it', async () => {
  using folder = tempFolder();
  mkdirSync(folder.at('repo/h'), { recursive: true });
  gitFolder(folder, `[core]\n${'hookspath = h\n'.repeat(100)}`);
  writeFileSync(folder.at('repo/h/pre-commit'), '#!/bin/sh', { mode: 0o755 });
  const { look } = await lookAt(folder);
  expect(look.items.filter(({ name }) => name === 'git pre-commit')).toHaveLength(1);
});

test('[L12] settings that are nested too deeply to be shown are asked about, by their content', async () => {
  using folder = tempFolder();
  const nested = (inside: string) => `{"x":${'['.repeat(200_000)}${inside}${']'.repeat(200_000)}}`;
  settings(folder, nested('1'));
  const { look } = await lookAt(folder);
  expect(look.items.map(({ what }) => what)).toEqual(['unreadable']);
  settings(folder, nested('2'));
  expect((await lookAt(folder)).look.items).not.toEqual(look.items);
});

test('[L12] nothing is held of what is too much to be shown, and a change of it shows', async () => {
  using folder = tempFolder();
  mkdirSync(folder.at('repo/.claude/agents'), { recursive: true });
  const agent = (number: number, last = '') =>
    writeFileSync(folder.at(`repo/.claude/agents/${number}.md`), `---\nhooks:\n${'x'.repeat(900_000)}${last}\n---\n`);
  for (let number = 0; number < 300; number += 1) agent(number);
  const before = process.memoryUsage().rss;
  const { look } = await lookAt(folder);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  agent(299, 'y');
  expect((await lookAt(folder)).look.items).not.toEqual(look.items);
}, 30_000);
