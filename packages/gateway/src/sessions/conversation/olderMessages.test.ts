// Calls that are under way while hundreds of messages come after them, as a long subagent's is.
import { cpSync } from 'node:fs';
import type { Message, Transport } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { type ScriptedAgent, ScriptedDriver } from '../../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { about, testGateway } from '../../../../../tests/support/testGateway.ts';
import { openGateway } from '../../gateway.ts';

const toolCallId = 'toolu_long';

/** A call, and so many messages of the subagent that it has started. */
function work(agent: ScriptedAgent, messages: number): void {
  const { host } = agent;
  host.update({ state: 'assistant_turn' });
  host.emit({ type: 'message_start', data: { id: 'the call', role: 'assistant', createdAt: 1 } });
  host.emit({ type: 'tool_call_start', data: { messageId: 'the call', toolCallId, toolName: 'Agent' } });
  host.emit({ type: 'tool_call_end', data: { toolCallId, input: { prompt: 'Look around.' } } });
  for (let count = 0; count < messages; count++) agent.say(`Step ${count}`, toolCallId);
}

/** The call as whoever loads the whole conversation anew sees it. */
async function callShown(client: Transport, sessionId: string) {
  const all: Message[] = [];
  let before: string | undefined;
  do {
    const page = await client.listMessages(sessionId, { limit: 200, ...(before !== undefined && { before }) });
    all.unshift(...page.messages);
    before = page.next;
  } while (before !== undefined);
  return all.find(({ id }) => id === 'the call')?.parts[0];
}

test('a result is kept however many messages came after its call', async () => {
  await using house = await testGateway('SQLite');
  const client = house.gateway.connect('this test');
  const { id } = await client.createSession({ cwd: '/', prompt: 'Go.' });
  const agent = house.driver.agent(id);
  work(agent, 450);
  agent.result(toolCallId, 'found it');
  agent.endTurn();
  expect(await callShown(client, id)).toMatchObject({ status: 'complete', result: { text: 'found it' } });
});

test('what a task in the background comes to takes the place of an earlier result, however late', async () => {
  await using house = await testGateway('SQLite');
  const client = house.gateway.connect('this test');
  const { id } = await client.createSession({ cwd: '/', prompt: 'Go.' });
  const agent = house.driver.agent(id);
  work(agent, 0);
  agent.result(toolCallId, 'started');
  for (let count = 0; count < 300; count++) agent.say(`Step ${count}`);
  agent.result(toolCallId, 'done');
  expect(await callShown(client, id)).toMatchObject({ result: { text: 'done' } });
});

test('an interrupted turn leaves no call spinning, however old', async () => {
  await using house = await testGateway('SQLite');
  const client = house.gateway.connect('this test');
  const { id } = await client.createSession({ cwd: '/', prompt: 'Go.' });
  work(house.driver.agent(id), 450);
  await client.interrupt(id);
  expect(await callShown(client, id)).toMatchObject({ status: 'error' });
});

test('nor does a gateway that stops in the middle of it', async () => {
  using folder = tempFolder();
  const driver = new ScriptedDriver();
  const first = await openGateway({ drivers: [driver], about, databasePath: folder.at('beckon.db') });
  const { id } = await first.connect('this test').createSession({ cwd: '/', prompt: 'Go.' });
  work(driver.agent(id), 450);
  // As a crash would leave it: nothing is said of its end.
  first.parts.sessions.get(id).save();
  for (const end of ['', '-wal', '-shm']) cpSync(folder.at(`beckon.db${end}`), folder.at(`after.db${end}`));
  await first.close();
  await using second = await openGateway({ drivers: [driver], about, databasePath: folder.at('after.db') });
  const client = second.connect('this test');
  await expect.poll(() => callShown(client, id)).toMatchObject({ status: 'error' });
});

test('a result finds its call also after a restart', async () => {
  using folder = tempFolder();
  const driver = new ScriptedDriver();
  const open = () => openGateway({ drivers: [driver], about, databasePath: folder.at('beckon.db') });
  const first = await open();
  const { id } = await first.connect('this test').createSession({ cwd: '/', prompt: 'Go.' });
  work(driver.agent(id), 450);
  driver.agent(id).endTurn();
  await first.close();
  await using second = await open();
  const client = second.connect('this test');
  await client.sendMessage(id, { content: 'Go on.' });
  driver.agent(id).result(toolCallId, 'found it');
  driver.agent(id).endTurn();
  expect(await callShown(client, id)).toMatchObject({ status: 'complete', result: { text: 'found it' } });
});
