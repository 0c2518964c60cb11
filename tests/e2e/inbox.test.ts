// Everything that waits, in one place: worked by keys alone, and by touch alone, with the real agent behind it.
import { expect, it } from 'vitest';
import { call, scriptedPrompt } from '@beckon/demo-model';
import type { Person } from '../support/person.ts';
import { phone } from '../support/browser.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const touches = (file: string) => scriptedPrompt([{ blocks: [call('Bash', { command: `touch ${file}` })] }]);

it('leads whoever comes while something waits to the inbox, which is worked with the keyboard alone', async () => {
  const ada = await scene.person();
  const project = scene.project();
  for (const file of ['first.txt', 'second.txt']) {
    await ada.page.goto(new URL('/new', scene.beckon.url).href);
    await ada.startSession({ folder: project.path, prompt: touches(file) });
    await ada.forms(file).waitFor();
  }
  await ada.page.goto(scene.beckon.url);
  await ada.page.waitForURL('**/inbox');
  await ada.forms().nth(1).waitFor();
  expect(await namesOf(ada)).toEqual([expect.stringContaining('first.txt'), expect.stringContaining('second.txt')]);

  await ada.page.keyboard.press('j');
  await ada.seesArmed(approveButton(ada, 'first.txt'));
  await ada.page.keyboard.press('a');
  await expect.poll(() => project.has('first.txt')).toBe(true);
  await ada.forms('first.txt').waitFor({ state: 'hidden' });

  // The focus went on by itself. Someone else answers what was in sight: it goes, and nothing takes its place.
  await expect.poll(() => focusedCard(ada)).toContain('second.txt');
  const bert = await scene.person();
  await bert.deny('Not now', bert.forms('second.txt'));
  await ada.page.getByRole('heading', { name: 'All clear' }).waitFor();
  await ada.page.getByText(/asks answered lately/).click();
  await ada.closedCards('Not now').waitFor();
  expect(project.has('second.txt')).toBe(false);
});

it('is worked on a phone by touch alone', async () => {
  const ada = await scene.person({ viewport: phone, hasTouch: true });
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: touches('third.txt') });
  await ada.forms('third.txt').waitFor();
  await ada.page.goto(scene.beckon.url);
  await ada.page.waitForURL('**/inbox');
  await ada.seesArmed(approveButton(ada, 'third.txt'));
  await approveButton(ada, 'third.txt').tap();
  await ada.page.getByRole('heading', { name: 'All clear' }).waitFor();
  expect(project.has('third.txt')).toBe(true);
  await ada.page.getByRole('link', { name: 'All sessions' }).tap();
  await ada.sessionRows.first().waitFor();
});

function approveButton(person: Person, file: string) {
  return person.forms(file).getByRole('button', { name: 'Approve', exact: true });
}

function namesOf(person: Person): Promise<string[]> {
  return person.forms().evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));
}

function focusedCard(person: Person): Promise<string> {
  return person.page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? '');
}
