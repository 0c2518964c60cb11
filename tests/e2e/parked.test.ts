// An ask whose agent is gone is still before its person, and its answer brings the agent back.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';
import type { Project } from '../support/project.ts';
import { openScene } from '../support/scene.ts';
import { agentPids } from '../support/sdkAgents.ts';

const scene = openScene();

/** Tells how often it ran. */
const command = 'echo ran >> runs.txt';
const runOnce = scriptedPrompt([{ blocks: [call('Bash', { command })] }, { blocks: [say('It has run.')] }]);

async function waitingForApproval(person: Person): Promise<Project> {
  const project = scene.project();
  await person.startSession({ folder: project.path, prompt: runOnce });
  await person.forms(command).waitFor();
  return project;
}

async function seesItParked(person: Person): Promise<void> {
  await person.forms(/Parked: .* this very call runs/).waitFor();
  await person.seesState('Waiting for your response · Parked');
  expect(await person.forms().count()).toBe(1);
}

async function seesItDone(person: Person, project: Project): Promise<void> {
  await person.closedCards('Done: its result arrived').waitFor();
  await person.agentSaying('It has run.').waitFor();
  expect(project.read('runs.txt')).toBe('ran\n');
  expect(await person.closedCards().count()).toBe(1);
  expect(await person.ownMessages.count()).toBe(1);
}

it.each([
  ['crashed', 'crash'],
  ['was shut down', 'stop'],
] as const)(
  '[T12] [L4] an ask that was open when the gateway %s is there without a reload, parked; approved, its command runs once',
  async (_, end) => {
    const ada = await scene.person();
    const project = await waitingForApproval(ada);
    await scene.beckon[end]();
    await ada.page.getByText('What you see may be old.').waitFor();
    await scene.beckon.restart();

    await seesItParked(ada);
    expect(project.has('runs.txt')).toBe(false);
    await ada.approve();
    await seesItDone(ada, project);
  },
);

it('[T12] an ask whose agent was killed is parked at once; approved, its command runs once', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  for (const pid of agentPids(ada.sessionId)) process.kill(pid, 'SIGKILL');
  await seesItParked(ada);
  await ada.approve();
  await seesItDone(ada, project);
  const log = await ada.logOf(ada.closedCards());
  expect(log.join('\n')).toMatch(/Asked to use Bash[^]*Seen on[^]*Parked[^]*The answer is yes[^]*The agent went on/);
});

it('an answer that cannot be delivered is kept, can be taken back, and arrives once an agent can be started', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  await scene.beckon.crash();
  await scene.beckon.restart('--claude', '/no/such/claude');
  await seesItParked(ada);

  await ada.approve();
  await ada.closedCards('Not yet delivered').waitFor();
  expect(await ada.closedCards('Approved').count()).toBe(0);
  await ada.seesState('Answered, not yet delivered');
  await ada.pressOnCard('Try now');
  await ada.closedCards('Not yet delivered').waitFor();
  await ada.pressOnCard('Take the answer back');
  await ada.forms(command).waitFor();

  await ada.approve();
  await ada.closedCards('Not yet delivered').waitFor();
  expect(project.has('runs.txt')).toBe(false);
  await scene.beckon.stop();
  await scene.beckon.restart();
  await seesItDone(ada, project);
});

it('[L5] what a subagent had asked is told to its agent in a message, and the same call, made again, runs unasked', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: 'Review the README, the notes and the code in parallel' });
  await expect.poll(() => ada.waitingCount(), { timeout: 20_000 }).toBe(3);
  for (const pid of agentPids(ada.sessionId)) process.kill(pid, 'SIGKILL');
  await ada.turnTo(ada.forms(/README.*It cannot take this call up again/));

  await ada.approve(ada.forms('reviews/readme.txt'));
  await ada.ownMessages.filter({ hasText: 'I approve it.' }).waitFor();
  await ada.closedCards(/when it made the same call before.*Done: its result arrived/).waitFor();
  expect(project.has('reviews/readme.txt')).toBe(true);
  expect(project.has('reviews/notes.txt')).toBe(false);
  expect(await ada.waitingCount()).toBe(2);
});

it('giving a parked ask up withdraws it, and the next message brings the agent back', async () => {
  const ada = await scene.person();
  const project = await waitingForApproval(ada);
  for (const pid of agentPids(ada.sessionId)) process.kill(pid, 'SIGKILL');
  await seesItParked(ada);
  await ada.giveUp();
  await ada.closedCards('Given up by its person: it was not done.').waitFor();
  await ada.send(scriptedPrompt([{ blocks: [say('Here again.')] }]));
  await ada.agentSaying('Here again.').waitFor();
  expect(project.has('runs.txt')).toBe(false);
});

it('a session for which there is no room says so, and starts once the agent at work has rested', async () => {
  await scene.beckon.stop();
  await scene.beckon.restart('--max-agents', '1');
  const ada = await scene.person();
  const atWork = scene.project();
  const untilTold = scriptedPrompt([
    { blocks: [call('Bash', { command: 'touch begun; until [ -e told ]; do sleep 0.1; done' })] },
    { blocks: [say('Done.')] },
  ]);
  await ada.startSession({ folder: atWork.path, prompt: untilTold });
  await ada.approve();
  await expect.poll(() => atWork.has('begun')).toBe(true);

  const project = scene.project();
  await ada.startSession({ folder: project.path, prompt: runOnce });
  await ada.seesState('Waiting for room: 1 of 1 agent is at work');
  await ada.page.getByText('Not read yet. The agent gets it when it starts.').waitFor();
  writeFileSync(join(atWork.path, 'told'), '');
  await ada.approve(ada.forms(command));
  await seesItDone(ada, project);
});
