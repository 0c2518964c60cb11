// The network goes away while an ask is open, or the gateway while the agent works: nothing runs, nothing is lost, nothing
// is twice. What becomes of an ask whose agent is gone is in parked.test.ts.
import { say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it, onTestFinished } from 'vitest';
import { openNetwork } from '../support/network.ts';
import type { Person } from '../support/person.ts';
import type { Project } from '../support/project.ts';
import { openScene } from '../support/scene.ts';
import { agentPids } from '../support/sdkAgents.ts';

const scene = openScene();

const countWords = 'Count the words in notes.txt and save the result to counts.txt';

async function waitingForApproval(person: Person): Promise<Project> {
  const project = scene.project();
  await person.startSession({ folder: project.path, prompt: countWords });
  await person.forms('counts.txt').waitFor();
  return project;
}

/** Ends the gateway as `kill -9` does; an agent that it leaves behind goes with the test. */
async function crashGateway({ sessionId }: Person): Promise<void> {
  const agents = agentPids(sessionId);
  onTestFinished(() => {
    const left = new Set(agentPids(sessionId));
    for (const pid of agents) if (left.has(pid)) process.kill(pid);
  });
  await scene.beckon.crash();
}

async function approveAndFinish(person: Person, project: Project): Promise<void> {
  await person.approve(person.forms('counts.txt'));
  await person.agentSaying(/Saved to counts.txt/).waitFor();
  expect(project.has('counts.txt')).toBe(true);
}

it('[T12] [T3] shows the same form once after a reload, and takes the answer', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  await ada.page.reload();
  await ada.forms('counts.txt').waitFor();
  // What waits is there before the conversation is.
  await ada.ownMessages.first().waitFor();
  expect(await ada.forms().count()).toBe(1);
  expect(await ada.ownMessages.count()).toBe(1);
  await approveAndFinish(ada, project);
});

it('[T12] [T3] shows the same form once after the network was gone, and takes the answer', async () => {
  await using network = await openNetwork(scene.beckon.url);
  const ada = await scene.person({ address: network.url });
  const project = await waitingForApproval(ada);

  network.cut();
  await ada.page.getByText('What you see may be old.').waitFor();
  await ada.approve();
  await ada.forms().getByText('The gateway cannot be reached.').waitFor();
  expect(project.has('counts.txt')).toBe(false);

  network.mend();
  await ada.page.getByText('What you see may be old.').waitFor({ state: 'detached' });
  expect(await ada.forms().count()).toBe(1);
  await approveAndFinish(ada, project);
});

it('gives the form back where the browser is offline, and takes the answer once it is online', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  await ada.page.context().setOffline(true);
  await ada.approve();
  await ada.forms().getByText('The gateway cannot be reached.').waitFor();
  await ada.page.context().setOffline(false);
  await approveAndFinish(ada, project);
});

it('learns after a lost connection that the ask was answered elsewhere', async () => {
  await using network = await openNetwork(scene.beckon.url);
  const onTrain = await scene.person({ address: network.url });
  const project = await waitingForApproval(onTrain);
  const atDesk = await scene.person();
  await atDesk.open(`${scene.beckon.url}/sessions/${onTrain.sessionId}`);
  network.cut();
  await onTrain.page.getByText('What you see may be old.').waitFor();
  await approveAndFinish(atDesk, project);
  expect(await onTrain.forms().count()).toBe(1);

  network.mend();
  await onTrain.closedCards('Approved on').waitFor();
  await onTrain.agentSaying(/Saved to counts.txt/).waitFor();
  expect(await onTrain.forms().count()).toBe(0);
});

it('leaves no agent behind when the gateway crashes while an ask is open', async () => {
  const ada = await scene.person();
  await waitingForApproval(ada);
  const agents = agentPids(ada.sessionId);
  expect(agents).not.toEqual([]);
  await crashGateway(ada);
  await scene.beckon.restart();
  await expect.poll(() => agentPids(ada.sessionId), { timeout: 3000 }).toEqual([]);
});

it('resumes a session that was at work when the gateway crashed with one press', async () => {
  const ada = await scene.person();
  const slowTalk = {
    blocks: [say('One word after the other, and so on. '.repeat(50))],
    pace: { chunkChars: 5, delayMs: 200 },
  };
  await ada.startSession({ folder: scene.project().path, prompt: scriptedPrompt([slowTalk]) });
  await ada.agentSaying('One word').waitFor();
  await crashGateway(ada);
  await scene.beckon.restart();
  await ada.page.getByRole('button', { name: 'Resume' }).click();
  await ada.seesTurnEnd();
  expect(await ada.ownMessages.count()).toBe(2);
});

it('[G13] interrupts while an ask is open: the ask is withdrawn, and the session takes the next message', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  await ada.interrupt();
  await ada.closedCards('The agent was interrupted before this was answered.').waitFor();
  await ada.seesTurnEnd();
  expect(project.has('counts.txt')).toBe(false);
  await ada.send(countWords);
  await approveAndFinish(ada, project);
});
