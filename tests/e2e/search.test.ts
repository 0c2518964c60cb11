// Search as its person meets it, on a phone and on a desk: found as it is typed, opened at the message, switched off.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const field = (person: Person) => person.page.getByRole('searchbox', { name: 'Search everything' });
const results = (person: Person) => person.page.getByRole('list', { name: 'Results' }).getByRole('listitem');

/** Where to put a picture of what is seen, for those who want to look. */
async function picture(person: Person, name: string): Promise<void> {
  const folder = process.env['BECKON_PICTURES'];
  if (folder !== undefined) await person.page.screenshot({ path: join(folder, `find-${name}.png`) });
}

/** A conversation that was held without Beckon, in another terminal. */
function leaveTranscript(): void {
  const folder = join(scene.beckon.stateDir, 'demo/home/.claude/projects/-srv-garden');
  mkdirSync(folder, { recursive: true });
  const common = { cwd: '/srv/garden', sessionId: '44444444-4444-4444-8444-444444444444', isSidechain: false };
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const usage = { input_tokens: 12_000, output_tokens: 800, cache_read_input_tokens: 90_000 };
  const lines = [
    {
      type: 'user',
      uuid: 'g1',
      timestamp: at(3000),
      message: { role: 'user', content: 'When should the zucchini be sown?' },
    },
    {
      type: 'assistant',
      uuid: 'g2',
      timestamp: at(2999),
      message: {
        id: 'msg_g',
        model: 'claude-opus-5-5',
        usage,
        content: [{ type: 'text', text: 'Zucchini go out in May, after the last frost.' }],
      },
    },
    { type: 'cost-state', modelUsage: { 'claude-opus-5-5': { costUSD: 0.42 } } },
  ];
  writeFileSync(
    join(folder, `${common.sessionId}.jsonl`),
    lines.map((line) => `${JSON.stringify({ ...line, ...common })}\n`).join(''),
  );
}

it('what was said in any terminal is found as it is typed, and what an agent did here opens at its message', async () => {
  leaveTranscript();
  const ada = await scene.person();
  await ada.startScenario('Run a command');
  await ada.approve();
  await ada.agentSaying(/Saved to counts.txt/).waitFor();
  const sessionId = ada.sessionId;

  await ada.open(`${scene.beckon.url}/search`);
  await picture(ada, 'search-hints');
  await field(ada).pressSequentially('zucch');
  await expect.poll(() => results(ada).count(), { timeout: 30_000 }).toBe(2);
  await expect.poll(() => results(ada).first().locator('mark').textContent()).toBe('Zucchini');
  await picture(ada, 'search-desk');

  await field(ada).fill('"counts.txt"');
  await expect.poll(() => results(ada).count(), { timeout: 30_000 }).toBeGreaterThan(2);
  await field(ada).press('ArrowDown');
  await ada.page.keyboard.press('ArrowDown');
  const told = results(ada).filter({ hasText: 'Saved to' }).first();
  await told.getByRole('link').click();
  await ada.page.waitForURL(`**/sessions/${sessionId}?at=*`);
  const marked = ada.page.locator('[data-message][aria-current]');
  await marked.waitFor();
  expect(await marked.textContent()).toContain('Saved to');
  await expect.poll(() => marked.evaluate((element) => element.getBoundingClientRect().top >= 0)).toBe(true);
  await picture(ada, 'opened-at');
});

it('on a phone, from the list to what was found', async () => {
  leaveTranscript();
  const bo = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await bo.open(`${scene.beckon.url}/sessions`);
  await bo.page.getByRole('link', { name: 'Search everything' }).click();
  await field(bo).fill('last frost');
  await expect.poll(() => results(bo).count(), { timeout: 30_000 }).toBe(1);
  await picture(bo, 'search-phone');
  await field(bo).fill('is:denied');
  await bo.page.getByText('Nothing was found.').waitFor();
  await field(bo).fill('before:yesterday');
  await bo.page.getByText('is no day').waitFor();
  await bo.page.goBack();
});

it('what it cost is drawn, and saved for a spreadsheet', async () => {
  leaveTranscript();
  const ada = await scene.person({ viewport: desktop });
  await ada.open(`${scene.beckon.url}/usage`);
  const garden = ada.page.getByRole('table', { name: 'By folder' }).getByRole('row', { name: /garden/ });
  await garden.waitFor({ timeout: 30_000 });
  expect(await garden.textContent()).toContain('102.8K');
  await picture(ada, 'usage-desk');
  await ada.page.getByRole('combobox', { name: 'Counted in' }).selectOption('cost');
  await expect.poll(() => garden.textContent()).toContain('$0.42');
  const download = ada.page.waitForEvent('download');
  await ada.page.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('folder,/srv/garden,,12000,800,90000,0,0.42');
  await ada.page.setViewportSize(phone);
  await picture(ada, 'usage-phone');
});

it('switched off in the settings, the index is gone from the disk, and the page says so', async () => {
  const ada = await scene.person();
  await ada.open(`${scene.beckon.url}/search?q=zucchini`);
  const path = join(scene.beckon.stateDir, 'search.db');
  await expect.poll(() => existsSync(path), { timeout: 30_000 }).toBe(true);
  await ada.open(`${scene.beckon.url}/settings`);
  const index = ada.page.getByRole('switch', { name: 'Keep an index' });
  await index.scrollIntoViewIfNeeded();
  await picture(ada, 'settings-desk');
  await index.uncheck();
  await ada.page.getByText('Saved, for all of your devices.').waitFor();
  expect(['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`))).toEqual([]);
  await ada.open(`${scene.beckon.url}/search?q=zucchini`);
  await ada.page.getByText('Search is switched off.').waitFor();
  await ada.open(`${scene.beckon.url}/settings`);
  await index.check();
  await ada.page.getByText('Saved, for all of your devices.').waitFor();
});
