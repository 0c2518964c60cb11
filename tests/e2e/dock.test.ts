// What waits for a decision stands at the bottom of its session, on a phone and on a desk, whatever is above it.
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { isInSight, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const story = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of a long story.`).join('\n\n');
const run = (command: string) => call('Bash', { command, description: 'Take a step' });

it('[T7] [G10] stays in reach of the thumb however one scrolls, and its call shows the outcome in its place', async () => {
  const ada = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  const project = scene.project();
  const manyLines = Array.from({ length: 59 }, (_, index) => `echo ${index} >> steps.txt`).join('\n');
  const prompt = scriptedPrompt([{ blocks: [say(story), run(manyLines)] }, { blocks: [say('It has run.')] }]);
  await ada.startSession({ folder: project.path, prompt });
  const approve = ada.forms().getByRole('button', { name: 'Approve', exact: true });
  await ada.seesArmed(approve);
  const before = await placeOf(approve);
  expect(before.y).toBeGreaterThan(phone.height * 0.7);
  expect(await sidewaysScrolling(ada.page)).toEqual([]);

  const paragraph = ada.agentSaying('Paragraph 0 of');
  await paragraph.scrollIntoViewIfNeeded();
  await ada.forms().getByText('echo 58').scrollIntoViewIfNeeded();
  expect(await isInSight(paragraph)).toBe(true);
  expect(await placeOf(approve)).toEqual(before);
  expect(await isInSight(approve)).toBe(true);
  // Nothing of it has moved, so that it takes the press at once.
  expect(await ada.armed(approve).count()).toBe(1);
  await approve.tap();

  const said = ada.page.getByRole('article', { name: 'Agent' }).filter({ hasText: 'Paragraph 0 of' });
  await said.locator('[data-ask-state=settled]').getByText('Approved by you').waitFor();
  await ada.messageField.waitFor();
  await ada.agentSaying('It has run.').waitFor();
  expect(project.read('steps.txt').split('\n')).toHaveLength(60);
});

it('lets a message be written first, and keeps the ask, what was typed on it, and the draft', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({
    folder: project.path,
    prompt: scriptedPrompt([{ blocks: [run('touch asked.txt')] }, { blocks: [say('It has run.')] }]),
  });
  await ada.decide(ada.forms().getByRole('button', { name: 'Edit input…' }));
  const command = ada.forms().getByRole('textbox', { name: 'Command to run instead' });
  await command.fill('touch edited.txt');
  await ada.writeInstead();
  await ada.page.keyboard.type('Tell me when you ');
  await ada.page.keyboard.press('Escape');
  expect(await command.inputValue()).toBe('touch edited.txt');

  await ada.writeInstead();
  expect(await ada.messageField.inputValue()).toBe('Tell me when you ');
  await ada.page.keyboard.type('are done');
  await ada.page.keyboard.press('Enter');
  await ada.ownMessages.filter({ hasText: 'Tell me when you are done' }).waitFor();
  expect(await ada.forms().count()).toBe(1);
  await ada.decide(ada.forms().getByRole('button', { name: 'Approve with changes' }));
  await ada.seesTurnEnd();
  expect([project.has('asked.txt'), project.has('edited.txt')]).toEqual([false, true]);
});

it('shows a plan with all the room that there is, and makes place for the conversation again', async () => {
  const ada = await scene.person();
  await ada.startSession({
    folder: scene.project().path,
    prompt: 'Plan how to add a farewell() function',
    mode: 'Plan',
  });
  const approve = ada.forms().getByRole('button', { name: 'Approve plan' });
  for (const size of [desktop, phone]) {
    await ada.page.setViewportSize(size);
    await approve.waitFor();
    const { height } = (await ada.forms().boundingBox())!;
    expect(height).toBeGreaterThan(size.height * 0.75);
    expect(await isInSight(approve)).toBe(true);
  }
  await ada.page.getByRole('button', { name: 'Make it smaller' }).click();
  await expect.poll(() => isInSight(ada.waitingCalls)).toBe(true);
  expect(await isInSight(approve)).toBe(true);
});

async function placeOf(button: Locator): Promise<{ x: number; y: number }> {
  const { x, y } = (await button.boundingBox())!;
  return { x, y };
}
