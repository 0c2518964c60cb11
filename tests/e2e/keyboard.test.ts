// Every ask can be answered without a pointer.
import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const countWords = 'Count the words in notes.txt and save the result to counts.txt';

it('starts a session and approves with the keyboard alone', async () => {
  const ada = await scene.person();
  const project = scene.project();
  const { keyboard } = ada.page;
  await tabTo(ada, 'Prompt');
  await keyboard.type(countWords);
  await tabTo(ada, 'Folder');
  await keyboard.press('Control+a');
  await keyboard.type(project.path);
  await tabBackTo(ada, 'Start session');
  await keyboard.press('Enter');

  await ada.forms('counts.txt').waitFor();
  await tabTo(ada, 'Approve');
  await pressArmed(ada, 'Enter');
  await ada.agentSaying(/Saved to counts.txt/).waitFor();
  expect(project.has('counts.txt')).toBe(true);
});

it('[T7] denies in two steps: Escape goes back, Enter sends the reason', async () => {
  const ada = await scene.person();
  const project = scene.project();
  const { keyboard } = ada.page;
  await ada.startSession({ folder: project.path, prompt: countWords });
  await ada.forms('counts.txt').waitFor();
  await tabTo(ada, 'Deny…');
  await pressArmed(ada, 'Enter');
  await keyboard.type('I count');
  await keyboard.press('Escape');
  await ada.forms().getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(await ada.forms().count()).toBe(1);

  await tabTo(ada, 'Deny…');
  await pressArmed(ada, 'Enter');
  await keyboard.press('End');
  await keyboard.type(' them myself');
  await ada.seesArmed(ada.forms().getByRole('button', { name: 'Deny', exact: true }));
  await keyboard.press('Enter');
  await ada.agentSaying('“I count them myself”').waitFor();
  await ada.seesTurnEnd();
  expect(project.has('counts.txt')).toBe(false);
});

it('answers a question', async () => {
  const ada = await scene.person();
  const { keyboard } = ada.page;
  await ada.startScenario('Answer a question');
  await ada.forms('Which license').waitFor();
  await tabTo(ada, /^MIT/);
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await tabTo(ada, 'Submit');
  await pressArmed(ada, 'Enter');
  expect(await ada.agentSays('Then it shall be so:')).toContain('Apache-2.0');
});

it('approves a plan into “Accept edits”', async () => {
  const ada = await scene.person();
  const project = scene.project();
  const { keyboard } = ada.page;
  await ada.startSession({ folder: project.path, prompt: 'Plan how to add a farewell() function', mode: 'Plan' });
  await ada.forms('Add farewell()').waitFor();
  await tabTo(ada, /^Ask/);
  await keyboard.press('ArrowDown');
  await tabTo(ada, 'Approve plan');
  await pressArmed(ada, 'Enter');
  await ada.agentSaying('as planned').waitFor();
  expect(project.has('src/farewell.js')).toBe(true);
});

it('interrupts with Escape', async () => {
  const ada = await scene.person();
  await ada.startScenario('Interrupt a slow answer');
  await ada.agentSaying(/\w+ \w+ \w+/).waitFor();
  await ada.messageField.focus();
  await ada.page.keyboard.press('Escape');
  await ada.noteSaying(/^Interrupted/).waitFor();
});

/** Presses a key on what has the focus, once that takes it. */
async function pressArmed(person: Person, key: string): Promise<void> {
  await person.seesArmed(person.page.locator(':focus'));
  await person.page.keyboard.press(key);
}

function tabTo(person: Person, name: string | RegExp): Promise<void> {
  return pressUntilFocused(person, 'Tab', name);
}

function tabBackTo(person: Person, name: string | RegExp): Promise<void> {
  return pressUntilFocused(person, 'Shift+Tab', name);
}

/** Moves the focus until it is on a control of this name. */
async function pressUntilFocused({ page }: Person, key: string, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press(key);
    const focused = await page.locator(':focus').evaluateAll(([element]) => {
      const control = element as HTMLInputElement | undefined;
      const label = control?.labels?.[0]?.textContent;
      return control?.getAttribute('aria-label') ?? label ?? control?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused.trim())) return;
    seen.push(focused.trim());
  }
  throw new Error(`The keyboard does not reach ${String(name)}, only: ${seen.join(', ')}`);
}
