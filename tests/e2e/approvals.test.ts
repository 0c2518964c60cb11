// An agent asks for leave; each answer is told by what it did to the files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const removeBuild = 'Get rid of the old build output';

it('[T12] runs a command once it is approved, and not before', async () => {
  const ada = await scene.person();
  await ada.startScenario('Run a command');
  await ada.forms('wc -w notes.txt > counts.txt').waitFor();
  expect(scene.workspace.has('counts.txt')).toBe(false);

  await ada.approve();
  await ada.closedCards('Approved by you').waitFor();
  await ada.agentSaying(/Saved to counts.txt: \d+ notes.txt/).waitFor();
  expect(scene.workspace.read('counts.txt')).toMatch(/^\d+ notes.txt/);
});

it('[T12] writes a file once it is approved, and not before', async () => {
  const ada = await scene.person();
  const before = scene.workspace.read('SUMMARY.md');
  await ada.startScenario('Write a file');
  await ada.forms('SUMMARY.md').waitFor();
  expect(scene.workspace.read('SUMMARY.md')).toBe(before);

  await ada.approve();
  await ada.seesTurnEnd();
  expect(scene.workspace.read('SUMMARY.md')).toContain('4. The build folder is out of date.');
});

it('shows an edit as a diff and makes it once it is approved', async () => {
  const ada = await scene.person();
  await ada.startScenario('Edit a file');
  const added = ada.forms('greet.js').getByRole('row').filter({ hasText: 'Hello, stranger!' });
  await added.waitFor();
  expect(scene.workspace.read('src/greet.js')).not.toContain('stranger');

  await ada.approve();
  await ada.seesTurnEnd();
  expect(scene.workspace.read('src/greet.js')).toContain('Hello, stranger!');
});

it('[T12] leaves a denied command undone, and the agent adapts to the reason', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: removeBuild });
  await ada.deny('someone still uses it', ada.forms('rm -rf build'));

  await ada.closedCards('Denied by you').waitFor();
  await ada.agentSaying('You said “someone still uses it”').waitFor();
  await ada.forms('mv build archive/').waitFor();
  expect(project.has('build/greet.old.js')).toBe(true);

  await ada.approve();
  await ada.seesTurnEnd();
  expect(project.has('archive/build/greet.old.js')).toBe(true);
});

it('leaves a denied edit undone', async () => {
  const ada = await scene.person();
  const project = scene.project();
  const before = project.read('src/greet.js');
  await ada.startSession({ folder: project.path, prompt: 'Make greet() cope with an empty name' });
  await ada.deny('greet() stays as it is');
  await ada.agentSaying('You said: “greet() stays as it is”').waitFor();
  await ada.seesTurnEnd();
  expect(project.read('src/greet.js')).toBe(before);
});

it('decides on two calls of one message one by one', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: 'Create a.txt and b.txt' });
  await ada.deny('not that one', ada.forms('echo a > a.txt'));
  await ada.approve(ada.forms('echo b > b.txt'));
  await ada.seesTurnEnd();
  expect(project.has('a.txt')).toBe(false);
  expect(project.read('b.txt')).toBe('b\n');
});

it('[T4] runs the command as it was edited, and not the one that was asked for', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: removeBuild });
  await ada.approveWithCommand('mv build build.bak && echo moved', ada.forms('rm -rf build'));
  await ada.closedCards('Approved with changes').waitFor();
  await ada.agentSaying('moved').waitFor();
  await ada.seesTurnEnd();
  expect(project.has('build.bak/greet.old.js')).toBe(true);
});

it('says what "always allow" grants, grants just that, and does not ask for it again', async () => {
  const ada = await scene.person();
  const project = scene.project();
  writeFileSync(join(project.path, 'count.cjs'), `require('node:fs').appendFileSync('count.log', 'once ');`);
  const run = (command: string) => ({ blocks: [call('Bash', { command, description: 'Try it' })] });
  const commands = ['node count.cjs', 'node count.cjs', 'node count.cjs --all'];
  await ada.startSession({ folder: project.path, prompt: scriptedPrompt(commands.map(run)) });

  const grants = await ada.whatAlwaysAllowGrants();
  expect(grants).toEqual(['Allow Bash(node count.cjs), in this folder, for you (.claude/settings.local.json)']);
  await ada.approveAlways();

  await ada.forms('node count.cjs --all').waitFor();
  expect(project.read('count.log')).toBe('once once ');
  await ada.deny('twice is enough');
  await ada.seesTurnEnd();
  expect(project.read('count.log')).toBe('once once ');
  // That the rule is written into the folder is no change by somebody else.
  expect(await ada.page.getByText('have changed').count()).toBe(0);
});
