// An agent wants to write a file that is too large for a card: its person reads it in pieces, and exactly that is written.
import { call } from '@beckon/demo-model';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { barriers, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}: a "quoted" \\ path, an umlaut (ü), 😀`);
const content = `${lines.join('\n')}\nThe last line\n`;

const scene = openScene({
  scenarios: [
    {
      id: 'large-write',
      title: 'Write a large file',
      description: 'More than a card can hold',
      prompt: 'Write the large file',
      turns: [
        {
          blocks: [call('Write', { file_path: 'large.txt', content })],
          pace: { chunkChars: 50_000, delayMs: 0 },
        },
      ],
    },
  ],
});

it('shows a Write of 1 MB in pieces, and once all are shown lets exactly that be written', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: 'Write the large file' });
  const form = ada.forms('large.txt');
  await form.getByText('1.1 MB of content. Its beginning and its end are here; the rest is shown in pieces.').waitFor();
  await form.getByText('5 pieces, none shown yet').waitFor();
  const approve = form.getByRole('button', { name: 'Approve…' });

  const texts: string[] = [];
  for (let number = 1; number <= 5; number++) {
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await form.getByRole('button', { name: 'Show the next piece' }).click();
    await form.getByText(`${number} of 5 pieces`).waitFor();
    texts.push(await wholeText(form));
  }
  expect(texts.join('')).toBe(content);
  expect(project.has('large.txt')).toBe(false);

  for (const size of [desktop, phone]) {
    await ada.page.setViewportSize(size);
    await approve.scrollIntoViewIfNeeded();
    expect([...(await sidewaysScrolling(ada.page)), ...(await outOfSight(ada.page))]).toEqual([]);
    expect(await barriers(ada.page, 'light')).toEqual([]);
  }

  await ada.approveTwice(form);
  await ada.closedCards('Approved by you').waitFor();
  const isWritten = () => project.has('large.txt') && project.read('large.txt') === content;
  await expect.poll(isWritten, { timeout: 20_000 }).toBe(true);
});

/** All of the file's text in the piece that is shown, once it is drawn. */
async function wholeText(form: Locator): Promise<string> {
  await form.locator('pre[aria-label=content][aria-busy=false]').waitFor();
  return form.locator('pre[aria-label=content]').evaluate(({ textContent }) => textContent);
}
