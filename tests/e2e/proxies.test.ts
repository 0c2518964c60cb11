// Something between the browser and the gateway cuts, holds back or swallows what they say to each other: the page stands
// still while nothing happens, and shows what happens once.
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { openNetwork } from '../support/network.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';
import { recordStillness } from '../support/stillness.ts';

const scene = openScene();

/** In place of the thirty seconds that proxies allow a stream, so that a test sees many cuts. */
const cutsAfterMs = 1_500;

const question = { header: 'Database', question: 'Which database?', multiSelect: false, options: [] as unknown[] };
question.options = ['Postgres', 'SQLite'].map((label) => ({ label, description: `Use ${label}` }));
const longTalkThenQuestion = scriptedPrompt([
  { blocks: [say('A long story. '.repeat(600)), call('AskUserQuestion', { questions: [question] })] },
  { blocks: [say('Thank you.')] },
]);
const reply = (index: number) => scriptedPrompt([{ blocks: [say(`Reply ${index}.`)] }]);

/** Sends one message after the other from elsewhere, each when the one before it is answered. */
async function talkElsewhere(sessionId: string, upTo: number): Promise<void> {
  for (let index = 1; index <= upTo; index++) {
    await scene.beckon.transport.sendMessage(sessionId, { content: reply(index) });
    await expect
      .poll(async () => (await scene.beckon.transport.getSession(sessionId)).state, { timeout: 20_000 })
      .toBe('user_turn');
  }
}

async function seesRepliesOnce(person: Person, upTo: number): Promise<void> {
  await person.agentSaying(`Reply ${upTo}.`).waitFor({ timeout: 60_000 });
  const texts = await person.page.getByRole('article', { name: 'Agent' }).allInnerTexts();
  const replies = texts.flatMap((text) => text.match(/Reply \d+\./g) ?? []);
  expect(replies).toEqual(Array.from({ length: upTo + 1 }, (_, index) => `Reply ${index}.`));
}

/** A session in which the agent has replied once. */
async function talkBegun(person: Person): Promise<void> {
  await person.startSession({ folder: scene.project().path, prompt: reply(0) });
  await person.agentSaying('Reply 0.').waitFor();
  await person.seesTurnEnd();
}

it('[L6] stands still while a proxy cuts every stream: no banner, no card drawn anew, no jump, nothing typed is lost', async () => {
  await using network = await openNetwork(scene.beckon.url, { cutsAfterMs });
  const ada = await scene.person({ address: network.url });
  await ada.startSession({ folder: scene.project().path, prompt: longTalkThenQuestion });
  await ada.answerOther('Which database?', 'Half an ans');
  // Away from the end, where a jump would show.
  await ada.forms().evaluate((form) => form.closest('[tabindex="-1"]')?.scrollBy(0, -100));

  const before = network.oldCut;
  const stillness = await recordStillness(ada.page);
  await expect.poll(() => network.oldCut, { timeout: 30_000 }).toBeGreaterThan(before + 5);
  // The scrolling above has moved a button that decides, which takes presses again a moment later.
  const isRearming = (words: string) => /^changed (?:data-armed|data-quiet|aria-disabled|title) of BUTTON/.test(words);
  expect((await stillness.moved()).filter((words) => !isRearming(words))).toEqual([]);

  await ada.answerOther('Which database?', 'Half an answer, and the rest');
  await ada.decide(ada.sendAnswers);
  await ada.agentSaying('Thank you.').waitFor();
  await ada.closedCards('Half an answer, and the rest').waitFor();
});

it('[L6] shows what happens between cuts once, in ten tabs that share a stream, and no tab says that it is offline', async () => {
  await using network = await openNetwork(scene.beckon.url, { cutsAfterMs });
  const ada = await scene.person({ address: network.url });
  await talkBegun(ada);
  const tabs = [ada, ...(await Promise.all(Array.from({ length: 9 }, () => ada.openTab())))];
  await Promise.all(tabs.map((tab) => tab.agentSaying('Reply 0.').waitFor()));
  await ada.messageField.fill('A thought that is not fin');
  const records = await Promise.all(tabs.map(({ page }) => recordStillness(page)));

  const before = network.oldCut;
  await talkElsewhere(ada.sessionId, 8);
  await expect.poll(() => network.oldCut, { timeout: 30_000 }).toBeGreaterThan(before + 5);
  for (const tab of tabs) await seesRepliesOnce(tab, 8);
  const moved = (await Promise.all(records.map((record) => record.moved()))).flat();
  expect(moved.filter((words) => /removed ARTICLE|may be old|cannot be reached/.test(words))).toEqual([]);
  expect(await ada.messageField.inputValue()).toBe('A thought that is not fin');
});

it('[L1] a session and a message whose replies were lost are sent again by the page, and take effect once', async () => {
  const ada = await scene.person();
  const sessionCount = (await scene.beckon.transport.listSessions()).sessions.length;
  const created = await loseReplies(ada, '**/api/sessions', 2);
  await talkBegun(ada);
  const sent = await loseReplies(ada, '**/api/sessions/*/messages', 2);
  await ada.send(reply(1));
  await seesRepliesOnce(ada, 1);
  await ada.seesTurnEnd();
  // The last time may come when its effect, from the first, is there already.
  await expect.poll(() => [created(), sent()]).toEqual([3, 3]);
  expect(await ada.ownMessages.count()).toBe(2);
  expect((await scene.beckon.transport.listSessions()).sessions).toHaveLength(sessionCount + 1);
});

/** Lets what the page posts reach the gateway, and loses the first replies. Tells how often it was posted. */
async function loseReplies({ page }: Person, path: string, count: number): Promise<() => number> {
  let posted = 0;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posted += 1;
    if (posted > count) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => posted;
}

it('[L6] works through a proxy that holds back what the gateway says', async () => {
  await using network = await openNetwork(scene.beckon.url, { gathersForMs: 800 });
  const ada = await scene.person({ address: network.url });
  await talkBegun(ada);
  await ada.send(reply(1));
  await seesRepliesOnce(ada, 1);
  expect(await ada.page.getByText('What you see may be old.').count()).toBe(0);
});

it('[L6] finds out by itself that a connection died without a word, and shows what it missed once', async () => {
  await using network = await openNetwork(scene.beckon.url);
  const ada = await scene.person({ address: network.url });
  await talkBegun(ada);
  network.forget();
  await talkElsewhere(ada.sessionId, 3);
  expect(await ada.agentSaying('Reply 3.').count()).toBe(0);
  // Two signs of life are missed before the page gives the stream up.
  await seesRepliesOnce(ada, 3);
});
