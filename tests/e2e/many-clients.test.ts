// Several tabs and several browsers look at one session: all see the same, and one answer counts.
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const bash = (command: string) => ({ blocks: [call('Bash', { command, description: 'Leave a mark' })] });
const markOnce = scriptedPrompt([bash('echo asked >> marks.txt'), { blocks: [say('The mark is there.')] }]);

it('[T12] [T2] closes the form in the other tab when one answers', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: markOnce });
  const other = await ada.openTab();
  await other.forms('marks.txt').waitFor();

  await other.approve();
  await ada.closedCards('Approved on').waitFor();
  await ada.agentSaying('The mark is there.').waitFor();
  expect(await ada.forms().count()).toBe(0);
  expect(project.read('marks.txt')).toBe('asked\n');
});

it('[T12] [L1] lets one of two browsers win the race for an ask, tells the loser, and runs the command once', async () => {
  const [ada, bob] = await Promise.all([scene.person(), scene.person()]);
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: markOnce });
  await bob.open(ada.page.url());
  await bob.forms('marks.txt').waitFor();

  const together = gate(2);
  await Promise.all([ada, bob].map(({ page }) => holdAnswer(page, together)));
  await Promise.all([ada.approveWithCommand('echo ada >> marks.txt'), bob.approveWithCommand('echo bob >> marks.txt')]);
  await Promise.all([ada.agentSaying('The mark is there.').waitFor(), bob.agentSaying('The mark is there.').waitFor()]);

  const mark = project.read('marks.txt');
  expect(['ada\n', 'bob\n']).toContain(mark);
  const [winner, loser] = mark === 'ada\n' ? [ada, bob] : [bob, ada];
  await winner.closedCards('Approved with changes by you').waitFor();
  await loser.closedCards('Another answer came first: Approved with changes on').waitFor();
});

it('[L1] refuses a denial that comes after an approval, and says so where it was tried', async () => {
  const [ada, bob] = await Promise.all([scene.person(), scene.person()]);
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: markOnce });
  await bob.open(ada.page.url());
  await bob.forms().waitFor();

  const approved = gate(2);
  await holdAnswer(bob.page, approved);
  await bob.deny('too late');
  await ada.approve();
  await ada.agentSaying('The mark is there.').waitFor();
  await approved();
  await bob.closedCards('Another answer came first: Approved on').waitFor();
  expect(project.read('marks.txt')).toBe('asked\n');
});

it('keeps ten tabs of one browser live', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: scriptedPrompt([{ blocks: [say('Ready when you are.')] }]) });
  await ada.seesTurnEnd();
  const tabs = [ada, ...(await Promise.all(Array.from({ length: 9 }, () => ada.openTab())))];
  const inAll = (look: (tab: Person) => Promise<unknown>) => Promise.all(tabs.map(look));
  await inAll((tab) => tab.agentSaying('Ready when you are.').waitFor());

  await ada.send(markOnce);
  await inAll((tab) => tab.forms('marks.txt').waitFor());
  await inAll((tab) => tab.seesTitle(/^\(1\) /));
  expect(project.has('marks.txt')).toBe(false);

  const tenth = tabs[9];
  await tenth?.approve();
  await inAll((tab) => tab.closedCards('Approved').waitFor());
  await inAll((tab) => tab.agentSaying('The mark is there.').waitFor());
  await inAll((tab) => tab.seesTitle(/^Beckon$/));
  expect(project.read('marks.txt')).toBe('asked\n');
});

/** Opens for all once `count` have come to it. */
function gate(count: number): () => Promise<void> {
  let missing = count;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return opened;
  };
}

/** Keeps an answer on its way until the gate opens, so that neither page has heard of the other's before. */
async function holdAnswer(page: Page, passGate: () => Promise<void>): Promise<void> {
  await page.route('**/api/asks/*/answer', async (request) => {
    await passGate();
    await request.continue();
  });
}
