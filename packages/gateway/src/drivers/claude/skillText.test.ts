import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../tests/support/tempFolder.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { aboutSkill } from './skillText.ts';

const about = (skill: string, cwd: string, { toolName = 'Skill', clock = systemClock } = {}) =>
  aboutSkill({ toolName, input: { skill } }, cwd, clock);

const writerIn = (folder: TempFolder) => (path: string, text: string) => {
  mkdirSync(dirname(folder.at(path)), { recursive: true });
  writeFileSync(folder.at(path), text);
};

test('[L12] a skill is shown word for word, wherever in the folder it lies, and more than one of its name', async () => {
  using folder = tempFolder();
  const write = writerIn(folder);
  write('a/b/.claude/skills/help/SKILL.md', 'run !`x`\n');
  write('node_modules/m/.claude/commands/help.md', 'y'.repeat(5000));
  symlinkSync('.', folder.at('round'));
  const told = await about('help', folder.path);
  expect(told?.split('\n\n')).toEqual([
    'The skill a/b/.claude/skills/help/SKILL.md says:\nrun !`x`',
    expect.stringMatching(/^The skill node_modules\/m\/\.claude\/commands\/help\.md is larger than 4000 bytes/),
  ]);
  expect(await about('other', folder.path)).toBeUndefined();
  expect(await about('../x', folder.path)).toBeUndefined();
  expect(await about('help', folder.path, { toolName: 'Bash' })).toBeUndefined();
});

test('[L12] a card stays short, however many skills go by that name', async () => {
  using folder = tempFolder();
  const write = writerIn(folder);
  for (const place of ['a', 'b', 'c', 'd']) write(`${place}/.claude/skills/help/SKILL.md`, place.repeat(3900));
  const told = await about('help', folder.path);
  expect(told?.length).toBeLessThan(8200);
  expect(told).toMatch(
    /^There are 4 of the name “help”, of which 3 follow\.\n\nThe skill a\/.* says:\na+\n\nThe skill b\//,
  );
  expect(told).not.toContain('d/.claude');
});

test('[L12] a skill of a plugin is none of the folder’s, and a link is not followed', async () => {
  using folder = tempFolder();
  const write = writerIn(folder);
  write('work/.claude/skills/deploy/SKILL.md', 'another');
  expect(await about('plugin:deploy', folder.at('work'))).toMatch(/one of a plugin/);
  write('secret/SKILL.md', 'a token');
  symlinkSync(folder.at('secret'), folder.at('work/.claude/skills/linked'));
  mkdirSync(folder.at('work/.claude/commands'));
  symlinkSync(folder.at('secret/SKILL.md'), folder.at('work/.claude/commands/linked.md'));
  expect((await about('linked', folder.at('work')))?.split('\n\n')).toEqual([
    'The skill .claude/skills/linked/SKILL.md lies behind a link, and is not shown',
    'The skill .claude/commands/linked.md lies behind a link, and is not shown',
  ]);
});

test('[L12] a disk that does not answer holds no ask up', async () => {
  using folder = tempFolder();
  const clock: Clock = {
    now: () => 0,
    after: (_, callback) => {
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  expect(await about('help', folder.path, { clock })).toBe('Beckon did not find the text of “help” in time.');
});
