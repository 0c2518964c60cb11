// An agent wants to write a file that is too large for a card: its person reads it in pieces, or what it changes of the file that
// is there, and exactly that is written.
import { call } from '@beckon/demo-model';
import { linesOf } from '@beckon/protocol';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { barriers, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}: a "quoted" \\ path, an umlaut (ü), 😀`);
const content = `${lines.join('\n')}\nThe last line\n`;

/** A file of 300 kB, and what becomes of it. */
const notes = Array.from({ length: 6000 }, (_, index) => `note ${index}: what was seen on that day, and by whom\n`);
const changed = notes
  .with(10, 'note 10 was wrong\n')
  .toSpliced(3000, 2)
  .with(5000, 'note 5000: seen by nobody\n')
  .join('');
const short = notes.slice(0, 1500);
const rewritten = short.join('').replaceAll('note', 'entry');

const scene = openScene({
  scenarios: [
    ...[
      { id: 'few', prompt: 'Mend the notes', written: changed },
      { id: 'all', prompt: 'Rewrite the notes', written: rewritten },
    ].map(({ id, prompt, written }) => ({
      id: `large-change-${id}`,
      title: prompt,
      description: 'A large file, written anew',
      prompt,
      turns: [
        { blocks: [call('Read', { file_path: 'notes.txt', limit: 10 })] },
        {
          blocks: [call('Write', { file_path: 'notes.txt', content: written })],
          pace: { chunkChars: 50_000, delayMs: 0 },
        },
      ],
    })),
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

it('shows a Write of 300 kB as the few lines that it changes, and lets exactly that be written', async () => {
  const ada = await scene.person();
  const project = scene.project();
  project.write('notes.txt', notes.join(''));
  await ada.startSession({ folder: project.path, prompt: 'Mend the notes' });
  const form = ada.forms('notes.txt');
  await form.getByText('+2 −4', { exact: true }).waitFor();
  expect(await shownRows(form)).toEqual(
    [
      [
        ...notes.slice(7, 10),
        '−note 10: what was seen on that day, and by whom\n',
        '+note 10 was wrong\n',
        ...notes.slice(11, 14),
      ],
      [...notes.slice(2997, 3000), ...notes.slice(3000, 3002).map((line) => `−${line}`), ...notes.slice(3002, 3005)],
      [...notes.slice(4999, 5002), `−${notes[5002]}`, '+note 5000: seen by nobody\n', ...notes.slice(5003, 5006)],
    ].map((table) => table.map((line) => line.trimEnd())),
  );
  for (const size of [desktop, phone]) {
    await ada.page.setViewportSize(size);
    expect([...(await sidewaysScrolling(ada.page)), ...(await outOfSight(ada.page))]).toEqual([]);
    expect(await barriers(ada.page, 'light')).toEqual([]);
  }
  await ada.approveTwice(form);
  await ada.closedCards('Approved by you').waitFor();
  await expect.poll(() => project.read('notes.txt') === changed, { timeout: 20_000 }).toBe(true);
});

it('shows what changes from end to end part by part, begins anew where the file changes, and is approved once all is shown', async () => {
  const ada = await scene.person();
  const project = scene.project();
  project.write('notes.txt', short.join(''));
  await ada.startSession({ folder: project.path, prompt: 'Rewrite the notes' });
  const form = ada.forms('notes.txt');
  await form.getByText('+1500 −1500').waitFor();
  const approve = form.getByRole('button', { name: 'Approve…' });
  const more = form.getByRole('button', { name: 'Show more of the change' });
  await more.click();
  await form.getByText(/^2 of \d+ parts of the change shown$/).waitFor();
  project.write('notes.txt', `above\n${short.join('')}`);
  await more.click();
  await form
    .getByText('The file has changed since the agent asked. What you see here is what it would become now.')
    .waitFor();
  await form.getByText(/^1 of \d+ parts of the change shown$/).waitFor();
  await form.getByText('+1500 −1501').waitFor();
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  const parts = Number((await form.getByText(/parts of the change shown$/).textContent())?.match(/of (\d+)/)?.[1]);
  for (let number = 2; number <= parts; number++) {
    await more.click();
    await form
      .getByText(number < parts ? `${number} of ${parts} parts of the change shown` : 'All of the change is shown')
      .waitFor();
  }
  await expect.poll(() => approve.getAttribute('aria-disabled'), { timeout: 20_000 }).not.toBe('true');
  const rows = (await shownRows(form)).flat();
  expect(rows.filter((row) => row.startsWith('−'))).toHaveLength(1501);
  const added = rows.filter((row) => row.startsWith('+')).map((row) => `${row.slice(1)}\n`);
  expect(added).toEqual(linesOf(rewritten));
});

/** Of each table, its lines with their signs; in two columns or one. */
async function shownRows(form: Locator): Promise<string[][]> {
  await form.getByRole('table').first().waitFor();
  const inOne = form.getByRole('button', { name: 'Show in one column' });
  if (await inOne.isVisible()) await inOne.click();
  return form.getByRole('table').evaluateAll((tables) =>
    tables.map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => {
        const [, sign, line] = [...row.children];
        const mark = sign?.querySelector('[aria-hidden]')?.textContent?.trim() ?? '';
        return `${mark}${line?.textContent}`;
      }),
    ),
  );
}

/** All of the file's text in the piece that is shown, once it is drawn. */
async function wholeText(form: Locator): Promise<string> {
  await form.locator('pre[aria-label=content][aria-busy=false]').waitFor();
  return form.locator('pre[aria-label=content]').evaluate(({ textContent }) => textContent);
}
