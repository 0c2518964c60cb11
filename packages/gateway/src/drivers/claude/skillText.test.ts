import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { aboutSkill } from './skillText.ts';

test('[L12] a skill is shown word for word, wherever in the folder it lies, and more than one of its name', async () => {
  using folder = tempFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(folder.at(path)), { recursive: true });
    writeFileSync(folder.at(path), text);
  };
  write('a/b/.claude/skills/help/SKILL.md', 'run !`x`\n');
  write('node_modules/m/.claude/commands/help.md', 'y'.repeat(5000));
  symlinkSync('.', folder.at('round'));
  const told = await aboutSkill('Skill', { skill: 'a:help' }, folder.path);
  expect(told?.split('\n\n')).toEqual([
    'The skill a/b/.claude/skills/help/SKILL.md says:\nrun !`x`',
    expect.stringMatching(/^The skill node_modules\/m\/\.claude\/commands\/help\.md is larger than 4000 bytes/),
  ]);
  expect(await aboutSkill('Skill', { skill: 'other' }, folder.path)).toBeUndefined();
  expect(await aboutSkill('Skill', { skill: '../x' }, folder.path)).toBeUndefined();
  expect(await aboutSkill('Bash', { skill: 'help' }, folder.path)).toBeUndefined();
});
