// Sessions that ran outside of Beckon, on the page: found, read, gone on with, forked, put away and brought back.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, scriptedPrompt } from '@beckon/demo-model';
import { beforeAll, expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { earlierSessionId } from '../support/earlierSessions.ts';
import { barriers, sidewaysScrolling } from '../support/looks.ts';
import { writePast } from '../support/pastTranscripts.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();
const count = 120;
const day = 86_400_000;
const fixtures = fileURLToPath(
  new URL('../../packages/gateway/src/drivers/claude/transcript/fixtures/', import.meta.url),
);
const nested = '55555555-5555-4555-8555-555555555555';

beforeAll(() => {
  const projects = join(scene.beckon.stateDir, 'demo/home/.claude/projects');
  const now = Date.now();
  for (let number = 1; number <= count; number++) {
    const at = now - (count - number) * day;
    const cwd = number % 10 === 0 ? '/home/ada/elsewhere' : scene.workspace.path;
    writePast(projects, { number, cwd, at, prompt: `How do I bake bread number ${number}?`, costUsd: number / 100 });
  }
  const project = join(projects, '-project');
  mkdirSync(project, { recursive: true });
  cpSync(join(fixtures, 'nested'), project, { recursive: true });
  cpSync(join(fixtures, 'terminal.jsonl'), join(project, '11111111-1111-4111-8111-111111111111.jsonl'));
});

const past = (person: Person) => person.page.getByRole('button', { name: 'Past', exact: true });
const row = (person: Person, text: string) => person.sessionRows.filter({ hasText: text });

async function openPast(person: Person, text: string): Promise<void> {
  await past(person).click();
  await person.search(text);
  await row(person, text).getByRole('link').first().click();
  await person.page.getByRole('region', { name: 'This past session' }).waitFor();
}

it('lists them newest first behind one switch, and more as one scrolls', async () => {
  const ada = await scene.person();
  await past(ada).click();
  await row(ada, `bread number ${count}?`).waitFor();
  expect(await ada.sessionRows.count()).toBeLessThan(count);
  await expect
    .poll(async () => {
      await ada.sessionRows.last().scrollIntoViewIfNeeded();
      return ada.sessionRows.count();
    })
    .toBe(count + 2);
  const folder = ada.page.getByRole('combobox', { name: 'Filter by folder' });
  await folder.selectOption('/home/ada/elsewhere');
  await expect.poll(() => ada.sessionRows.count()).toBe(count / 10);
  await ada.page.getByRole('combobox', { name: 'Filter by time' }).selectOption('Last month');
  await expect.poll(() => ada.sessionRows.count()).toBe(3);
});

it('a session is read, with where it came from, and a message brings it into Beckon', async () => {
  const ada = await scene.person();
  await openPast(ada, 'bread number 119');
  await ada.agentSaying('Answer 119').waitFor();
  const about = ada.page.getByRole('region', { name: 'This past session' });
  expect(await about.textContent()).toContain('From a terminal');
  await ada.send(scriptedPrompt([{ blocks: [say('With flour.')] }]));
  await ada.agentSaying('With flour.').waitFor();
  await ada.agentSaying('Answer 119').waitFor();
  await expect.poll(() => about.count()).toBe(0);
  await ada.page.getByRole('button', { name: 'In Beckon' }).click();
  await row(ada, 'bread number 119').waitFor();
});

it('subagents and compactions are in the same view', async () => {
  const ada = await scene.person();
  await ada.open(`${scene.beckon.url}/sessions/${nested}`);
  await ada.page.getByRole('region', { name: 'This past session' }).waitFor();
  await ada.page
    .getByRole('button', { name: /Agent|Task|Subagent/i })
    .first()
    .waitFor();
  await ada.open(`${scene.beckon.url}/sessions/11111111-1111-4111-8111-111111111111`);
  await ada.page
    .getByText(/compacted/i)
    .first()
    .waitFor();
  await ada.page.getByText('Its folder is not there any more').waitFor();
});

it('a fork from a message is another session, and a name stays', async () => {
  const ada = await scene.person();
  await openPast(ada, 'bread number 118');
  await ada.page.getByRole('button', { name: 'Fork from here' }).first().click();
  await ada.page.waitForURL((url) => !url.pathname.includes(earlierSessionId(118)));
  await ada.page.getByRole('link', { name: 'Forked from another session' }).waitFor();
  expect(await ada.agentSaying('Answer 118').count()).toBe(0);
  await ada.page.getByRole('button', { name: /Rename$/ }).click();
  await ada.page.getByRole('textbox', { name: 'Title' }).fill('Another loaf');
  await ada.page.keyboard.press('Enter');
  await ada.page.getByRole('heading', { name: /Another loaf/ }).waitFor();
});

it('archived and deleted, it is out of the list, and comes back', async () => {
  const ada = await scene.person();
  await openPast(ada, 'bread number 117');
  await ada.page.getByRole('button', { name: 'Archive' }).click();
  await ada.page.getByRole('button', { name: 'Back to the list' }).waitFor();
  await ada.page.getByText('No session matches “bread number 117”.').waitFor();
  await ada.page.getByRole('button', { name: 'Back to the list' }).click();
  await row(ada, 'bread number 117').waitFor();
  await ada.page.getByRole('button', { name: 'Move this session to the trash' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click();
  await ada.page.getByText('No session matches “bread number 117”.').waitFor();
  await ada.page.getByRole('combobox', { name: 'Which past sessions' }).selectOption('Trash');
  await row(ada, 'bread number 117').getByRole('link').click();
  await ada.page.getByRole('button', { name: 'Restore' }).click();
  await ada.messageField.waitFor();
});

it.each([
  ['desktop', desktop],
  ['phone', phone],
])('[%s] nothing bars anyone’s way, in light and in dark', async (name, viewport) => {
  const pictures = process.env['BECKON_PICTURES'];
  for (const colorScheme of ['light', 'dark'] as const) {
    const ada = await scene.person({ viewport, colorScheme, hasTouch: name === 'phone' });
    const look = async (what: string) => {
      expect(await sidewaysScrolling(ada.page)).toEqual([]);
      expect(await barriers(ada.page, colorScheme)).toEqual([]);
      if (pictures) await ada.page.screenshot({ path: `${pictures}-${what}-${name}-${colorScheme}.png` });
    };
    await past(ada).click();
    await row(ada, 'bread number 116').waitFor();
    await look('list');
    await row(ada, 'bread number 116').getByRole('link').click();
    await ada.agentSaying('Answer 116').waitFor();
    await ada.page.getByRole('button', { name: 'Fork from here' }).first().waitFor();
    await look('session');
  }
});
