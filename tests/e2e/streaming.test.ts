// An answer as it grows: rendered, interrupted, written to in the middle.
import { say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { openScene } from '../support/scene.ts';

const scene = openScene();

it('renders a long answer: headings, lists, a table, and code in colour', async () => {
  const ada = await scene.person();
  await ada.startScenario('Read a long answer');
  await ada.seesTurnEnd();
  const answer = ada.page.getByRole('article', { name: 'Agent' });
  await answer.getByRole('heading', { name: 'Naming' }).waitFor();
  await answer.getByRole('listitem').filter({ hasText: 'Functions are verbs' }).waitFor();
  await answer.getByRole('row').filter({ hasText: 'before every commit' }).getByText('npm test').waitFor();
  await expect
    .poll(() => answer.getByText('export', { exact: true }).first().evaluate(colour))
    .not.toBe(await answer.getByText('A function takes a name').evaluate(colour));
});

it('shows a slow answer as it comes, and stops it', async () => {
  const ada = await scene.person();
  await ada.startScenario('Interrupt a slow answer');
  await ada.agentSaying(/\w+ \w+ \w+/).waitFor();
  await ada.seesState('Working');
  await ada.interrupt();

  await ada.noteSaying(/^Interrupted/).waitFor();
  await ada.seesTurnEnd();
  expect(await ada.agentSaying('Done by noon').count()).toBe(0);
  await ada.send('What does debouncing a function mean?');
  await ada.agentSaying('Debouncing a function means').waitFor();
});

it('takes a message while the agent works, and answers it afterwards', async () => {
  const ada = await scene.person();
  const slow = { blocks: [say('One moment. '.repeat(40) + 'There.')], pace: { chunkChars: 8, delayMs: 30 } };
  await ada.startSession({ folder: scene.workspace.path, prompt: scriptedPrompt([slow]) });
  await ada.agentSaying('One moment.').waitFor();
  await ada.send('What does debouncing a function mean?');
  await ada.ownMessages.filter({ hasText: 'debouncing' }).waitFor();
  expect(await ada.agentSaying('There.').count()).toBe(0);

  await ada.agentSaying('There.').waitFor();
  await ada.agentSaying('Debouncing a function means').waitFor();
  await ada.seesTurnEnd();
});

it('stays at the end for those who write several lines and send them', async () => {
  const ada = await scene.person();
  await ada.startScenario('Read a long answer');
  await ada.seesTurnEnd();
  const isAtEnd = () =>
    ada.page.getByRole('article', { name: 'Agent' }).evaluate((article) => {
      const viewport = article.closest('.overflow-y-auto');
      return viewport !== null && viewport.scrollHeight - viewport.clientHeight - viewport.scrollTop < 2;
    });
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n');
  await ada.messageField.fill(lines);
  await ada.messageField.press('End');
  await ada.page.keyboard.type(', and more');
  await ada.ownMessages.first().waitFor();
  expect(await isAtEnd()).toBe(true);
  await ada.page.keyboard.press('Enter');
  await ada.ownMessages.filter({ hasText: 'and more' }).waitFor();
  await expect.poll(isAtEnd).toBe(true);
  expect(await ada.page.getByRole('button', { name: 'Jump to latest' }).count()).toBe(0);
});

it('says in words that the API turned a request down', async () => {
  const ada = await scene.person();
  await ada.startSession({
    folder: scene.workspace.path,
    prompt: 'Show me what a rejected request looks like',
  });
  await ada.page.getByText('The demo rejects this request on purpose').first().waitFor();
  await ada.seesTurnEnd();
});

function colour(element: Element): string {
  return getComputedStyle(element).color;
}
