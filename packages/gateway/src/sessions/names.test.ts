// What a session is called: what was said first, the agent's own summary, or the name that its person gave it last.
import { expect, test } from 'vitest';
import type { SessionName } from '../drivers/driver.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';

async function houseWithSession(title?: string) {
  const house = await testGateway('memory');
  const client = house.gateway.connect('a test');
  const { id } = await client.createSession({ cwd: house.folder.path, ...(title !== undefined && { title }) });
  const { host } = house.driver.agent(id);
  const named = (name: string, by: SessionName['by']) => host.update({ named: { title: name, by } });
  const typed = (messageId: string, text: string) =>
    host.emit({
      type: 'message',
      data: { message: { id: messageId, role: 'user', createdAt: 1, parts: [{ type: 'text', text }] } },
    });
  const shown = async () => (await client.getSession(id)).title;
  return { ...house, client, id, named, typed, shown };
}

test('what was typed first names it, if it is no command', async () => {
  await using house = await houseWithSession();
  house.typed('m1', '/clear');
  expect(await house.shown()).toBe('New session');
  house.typed('m2', 'Mend the boat\nand paint it.');
  house.typed('m3', 'And now the harbour.');
  expect(await house.shown()).toBe('Mend the boat');
});

test('the agent’s own summary is better than that, and the name that a person gave is better than both', async () => {
  await using house = await houseWithSession();
  house.named('Mend the boat', 'prompt');
  expect(await house.shown()).toBe('Mend the boat');
  house.named('Boat repair', 'agent');
  expect(await house.shown()).toBe('Boat repair');
  house.named('Mine', 'person');
  house.named('Boat repair, continued', 'agent');
  house.named('Another prompt', 'prompt');
  expect(await house.shown()).toBe('Mine');
});

test('an agent that says its name again changes nothing about the one that was given here since', async () => {
  await using house = await houseWithSession();
  house.named('At the desk', 'person');
  await house.client.updateSession(house.id, { title: 'On the page' });
  house.named('At the desk', 'person');
  expect(await house.shown()).toBe('On the page');
  house.named('At the desk again', 'person');
  expect(await house.shown()).toBe('At the desk again');
});

test('a session that was created with a name keeps it', async () => {
  await using house = await houseWithSession('Mine');
  house.typed('m1', 'Mend the boat.');
  house.named('Boat repair', 'agent');
  expect(await house.shown()).toBe('Mine');
});
