// A folder that runs something by itself: its person sees what, on any screen, and nothing has run before they answer.
import { join } from 'node:path';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { hostileRepository } from '../support/hostileRepository.ts';
import { openProject } from '../support/project.ts';
import { openScene } from '../support/scene.ts';
import { tempFolder } from '../support/tempFolder.ts';

const scene = openScene();
const prompt = scriptedPrompt([
  { blocks: [call('Bash', { command: 'echo ran >> runs.txt' })] },
  { blocks: [say('It has run.')] },
]);

it('[L12] what a repository would run is on a card; the gateway is killed, and the answer starts the session all the same', async () => {
  using folder = tempFolder();
  const repository = hostileRepository(folder, 'repository');
  const ada = await scene.person();
  await ada.startSession({ folder: repository.cwd, prompt });
  const card = ada.page.getByRole('article', { name: /^Trust the folder .*repository/ });
  await card.getByText(join(folder.path, 'repository-marks', 'session-start')).waitFor();
  expect(await card.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Commands that run by themselves (hooks)',
    'Servers that are started or called (MCP)',
    'Helper commands',
    'Files that these commands use',
    'Allowed without asking you',
    'Environment of the agent',
  ]);

  await scene.beckon.crash();
  await ada.page.getByText('What you see may be old.').waitFor();
  await scene.beckon.restart();
  await card.getByText('Your answer starts the session.').waitFor();
  expect(repository.ran()).toEqual([]);
  await ada.decide(card.getByRole('button', { name: 'Trust' }));
  await ada.agentSaying('It has run.').waitFor();
  expect(openProject(repository.cwd).read('runs.txt')).toBe('ran\n');
  expect(await ada.ownMessages.count()).toBe(1);
  expect(repository.ran()).toContain('session-start');
});

it('[L12] on a phone, a folder is not opened, and the session says so', async () => {
  using folder = tempFolder();
  const repository = hostileRepository(folder, 'repository');
  const ada = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await ada.startSession({ folder: repository.cwd, prompt });
  const card = ada.page.getByRole('article', { name: /^Trust the folder/ });
  await ada.decide(card.getByRole('button', { name: 'Don’t open' }));
  await ada.page
    .getByText(/was not opened, so nothing ran/)
    .first()
    .waitFor();
  expect(await ada.ownMessages.count()).toBe(1);
  expect(repository.ran()).toEqual([]);
});

it('[L12] [L5] sessions at one door: their cards follow the folder, and two keys on one of them open it to all', async () => {
  using folder = tempFolder();
  const repository = hostileRepository(folder, 'repository');
  const ada = await scene.person();
  const { transport } = scene.beckon;
  const begin = () =>
    transport.createSession({ cwd: repository.cwd, prompt: scriptedPrompt([{ blocks: [say('Here I am.')] }]) });
  const ids = [(await begin()).id, (await begin()).id];
  await ada.open(`${scene.beckon.url}/inbox`);
  const cards = ada.forms(/Trust the folder/);
  await cards.nth(1).waitFor();

  repository.alsoRuns('true # new');
  await cards.filter({ hasText: 'has changed while it waited for you' }).nth(1).waitFor();
  expect(await cards.count()).toBe(2);
  const marked = cards.first().getByRole('listitem').filter({ hasText: 'true # new' });
  expect(await marked.getByText('New', { exact: true }).count()).toBe(1);

  // The first key brings the button into view, where it takes a moment until the second counts.
  await ada.page.keyboard.press('j');
  await ada.page.keyboard.press('a');
  await ada.seesArmed(cards.first().getByRole('button', { name: 'Trust' }));
  await ada.page.keyboard.press('Enter');
  const spoke = async (id: string) => (await transport.getSession(id)).state === 'user_turn';
  await expect.poll(async () => (await Promise.all(ids.map(spoke))).every(Boolean), { timeout: 30_000 }).toBe(true);
  const asks = (await transport.listAsks({ state: 'all' })).asks.filter(({ sessionId }) => ids.includes(sessionId));
  expect(asks.filter(({ phase }) => phase === 'done').map(({ answeredWith }) => answeredWith !== undefined)).toContain(
    true,
  );

  repository.alsoRuns('true # newer');
  await ada.open(`${scene.beckon.url}/settings`);
  const row = ada.page
    .getByRole('list', { name: 'Trusted folders' })
    .getByRole('listitem')
    .filter({ hasText: folder.path });
  await row.first().getByText('Changed since, will be asked about again').waitFor();
});
