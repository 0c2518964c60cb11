// Three subagents ask at once: three forms, each answered by itself.
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { isInSight } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

it('[G3] shows three asks at once and takes their answers in any order', async () => {
  const ada = await scene.person();
  await ada.startScenario('Three agents at once');
  await expect.poll(() => ada.waitingCount(), { timeout: 20_000 }).toBe(3);
  await ada.sessionInList('Three agents at once').getByText('Waiting for your response').waitFor();
  expect(await ada.page.title()).toMatch(/^\(3\) /);
  const named = await ada.waitingNames();
  expect(named.map((text) => /reviews\/\w+/.exec(text)?.[0] ?? text).toSorted()).toEqual([
    'reviews/code',
    'reviews/notes',
    'reviews/readme',
  ]);

  await ada.approve(ada.forms('reviews/code.txt'));
  await expect.poll(() => ada.waitingCount()).toBe(2);
  await expect.poll(() => scene.workspace.has('reviews/code.txt')).toBe(true);
  expect(scene.workspace.has('reviews/readme.txt')).toBe(false);

  await ada.deny('the notes are private', ada.forms('reviews/notes.txt'));
  await expect.poll(() => ada.waitingCount()).toBe(1);
  await ada.approve(ada.forms('reviews/readme.txt'));

  const said = await ada.agentSays('All three are back:');
  expect(said).toContain('not measured, because “the notes are private”');
  expect(scene.workspace.has('reviews/readme.txt')).toBe(true);
  expect(scene.workspace.has('reviews/notes.txt')).toBe(false);
  expect(await ada.page.title()).toBe('Beckon');
});

it('stays with the oldest of several forms, and goes on to the next when that is answered', async () => {
  const ada = await scene.person({ viewport: phone });
  await ada.open(`${scene.beckon.url}/new`);
  await ada.startScenario('Three agents at once');
  await expect.poll(() => ada.waitingCount(), { timeout: 20_000 }).toBe(3);
  const oldestFirst = await ada.waitingNames();
  for (const words of oldestFirst) {
    const file = /reviews\/\w+\.txt$/.exec(words)?.[0] ?? words;
    const approve = ada.forms(file).getByRole('button', { name: 'Approve', exact: true });
    await expect.poll(() => isInSight(approve)).toBe(true);
    await ada.approve(ada.forms(file));
    await expect.poll(() => ada.forms(file).count()).toBe(0);
  }
});

it('[G10] leads from a call in the conversation to its form', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({
    folder: project.path,
    prompt: 'Review the README, the notes and the code in parallel',
  });
  await expect.poll(() => ada.waitingCount(), { timeout: 20_000 }).toBe(3);
  await ada.waitingCalls.filter({ hasText: 'reviews/readme.txt' }).click();
  const form = ada.forms('reviews/readme.txt');
  await expect.poll(() => form.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('keeps the asks of background agents open after the turn of the one who sent them out', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: 'Review everything in the background' });
  await ada.agentSaying('Three reviewers are at work.').waitFor();
  for (const name of ['notes', 'code', 'readme']) await ada.approve(ada.forms(`reviews/${name}.txt`));
  for (const name of ['notes', 'code', 'readme']) {
    await expect.poll(() => project.has(`reviews/${name}.txt`), { timeout: 10_000 }).toBe(true);
  }
  await ada.seesTurnEnd();
});
