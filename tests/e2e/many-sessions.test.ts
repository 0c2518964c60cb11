// More sessions than anyone can look through: what matters now is there at once, the others come as one scrolls, searches
// or follows a link.
import { join } from 'node:path';
import { say, scriptedPrompt } from '@beckon/demo-model';
import { beforeAll, expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { earlierSessionId, earlierSessions, keepSessions } from '../support/earlierSessions.ts';
import { barriers, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();
const count = 300;
const hour = 3_600_000;

beforeAll(async () => {
  const { beckon } = scene;
  await beckon.stop();
  const now = Date.now();
  const sessions = earlierSessions(count, (number) => ({
    cwd: scene.workspace.path,
    createdAt: now - (count - number + 1) * hour,
    lastActivityAt: now - (count - number + 1) * hour,
    end: { reason: 'idle' },
  }));
  await keepSessions(join(beckon.stateDir, 'beckon.db'), sessions);
  await beckon.restart();
});

it('loads older sessions as one scrolls, down to the very first, each once', async () => {
  const ada = await scene.person();
  const rows = ada.sessionRows;
  await rows.filter({ hasText: `Session ${count}` }).waitFor();
  expect(await rows.count()).toBeLessThan(count);
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(count);
  const links = await rows.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(new Set(links).size).toBe(count);
  expect(links.at(-1)).toBe(`/sessions/${earlierSessionId(1)}`);
});

it('finds an old session by its title and opens it; one that becomes active comes to the top in every tab', async () => {
  const ada = await scene.person();
  const other = await ada.openTab();
  await ada.search('session 17');
  // 17, 117, 217 and 170 to 179
  await expect.poll(() => ada.sessionRows.count()).toBe(13);
  await ada.search('ession 17 nothing');
  await ada.page.getByText('No session matches “ession 17 nothing”.').waitFor();
  await ada.search(earlierSessionId(17));
  await ada.sessionRows.filter({ hasText: 'Session 17' }).getByRole('link').click();
  await ada.messageField.waitFor();
  await ada.send(scriptedPrompt([{ blocks: [say('Awake again.')] }]));
  await ada.agentSaying('Awake again.').waitFor();
  await expect.poll(() => other.sessionRows.first().textContent()).toContain('Session 17');
});

it('opens an old session from its link, and says of one that was never there that it is not', async () => {
  const ada = await scene.person();
  await ada.open(`${scene.beckon.url}/sessions/${earlierSessionId(5)}`);
  await ada.page.getByRole('heading', { name: 'Session 5' }).waitFor();
  await ada.messageField.waitFor();
  await ada.open(`${scene.beckon.url}/sessions/${earlierSessionId(9999)}`);
  await ada.page.getByText('There is no such session any more.').waitFor();
});

it('says why a search failed, and tries again', async () => {
  const ada = await scene.person();
  await ada.page.route('**/api/sessions?*', (route) => route.abort());
  await ada.search('session 21');
  const again = ada.page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await ada.page.unroute('**/api/sessions?*');
  await again.click();
  await ada.sessionRows.filter({ hasText: 'Session 21' }).first().waitFor();
});

it('fits a phone, in light and in dark', async () => {
  const ada = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await ada.sessionRows.first().waitFor();
  for (const colors of ['light', 'dark'] as const) {
    expect(await sidewaysScrolling(ada.page)).toEqual([]);
    expect(await barriers(ada.page, colors)).toEqual([]);
  }
});
