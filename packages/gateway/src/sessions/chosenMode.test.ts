// [L15] An agent is started in the mode that its person chose, whatever one before it has reported.
import { expect, test } from 'vitest';
import { planDraft } from '../../../../tests/support/asks.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';

async function houseWithSession(permissionMode?: string, databasePath?: string) {
  const house = await testGateway('memory', databasePath === undefined ? {} : { databasePath });
  const client = house.gateway.connect('a test');
  const { id } = await client.createSession({
    cwd: house.folder.path,
    ...(permissionMode !== undefined && { permissionMode }),
  });
  const shown = async () => (await client.getSession(id)).permissionMode;
  const comesBack = async () => {
    house.driver.agent(id).die('killed');
    await client.sendMessage(id, { content: 'Go on.' });
    return house.driver.agent(id).spec.permissionMode;
  };
  return { ...house, client, id, shown, comesBack };
}

test('[L15] a mode that the agent reports is shown, and the next agent starts in the chosen one', async () => {
  await using house = await houseWithSession('acceptEdits');
  for (const reported of ['bypassPermissions', 'plan']) {
    house.driver.agent(house.id).host.update({ permissionMode: reported });
    expect(await house.shown()).toBe(reported);
    expect(await house.comesBack()).toBe('acceptEdits');
    expect(await house.shown()).toBe('acceptEdits');
  }
});

test('[L15] the mode that its person changes to counts from then on', async () => {
  await using house = await houseWithSession();
  house.driver.agent(house.id).host.update({ permissionMode: 'bypassPermissions' });
  await house.client.updateSession(house.id, { permissionMode: 'plan' });
  expect(await house.comesBack()).toBe('plan');
});

test.each([
  ['the mode that the answer names', { permissionMode: 'acceptEdits' }, 'acceptEdits'],
  ['the most careful one where it names none', {}, 'default'],
])('[L15] an accepted plan goes on in %s, also after the agent has come back', async (_, answer, expected) => {
  await using house = await houseWithSession('plan');
  const outcome = house.driver.agent(house.id).call(planDraft());
  expect(await house.comesBack()).toBe('plan');
  const returned = house.driver.agent(house.id).returned ?? outcome;
  await house.client.approveTool(house.id, { toolCallId: planDraft().toolCallId, ...answer });
  await returned;
  await expect.poll(() => house.shown()).toBe(expected);
  expect(await house.comesBack()).toBe(expected);
});

test('[L15] a plan that is sent back leaves the mode as it was', async () => {
  await using house = await houseWithSession('plan');
  const outcome = house.driver.agent(house.id).call(planDraft());
  await house.client.denyTool(house.id, { toolCallId: planDraft().toolCallId });
  await outcome;
  expect(await house.comesBack()).toBe('plan');
});

test('[L15] it is kept: a report that was stored before a restart does not count after it', async () => {
  using folder = tempFolder();
  const databasePath = folder.at('beckon.db');
  const before = await houseWithSession('default', databasePath);
  before.driver.agent(before.id).host.update({ permissionMode: 'bypassPermissions' });
  await before[Symbol.asyncDispose]();

  await using after = await testGateway('memory', { databasePath });
  const client = after.gateway.connect('a test');
  await client.sendMessage(before.id, { content: 'Go on.' });
  expect(after.driver.agent(before.id).spec.permissionMode).toBe('default');
});

test('[L15] an agent of one’s own defaults comes back by them, until its person chooses a mode, be it the one shown first', async () => {
  await using house = await testGateway('memory');
  const { sessions } = house.gateway.parts;
  const request = { cwd: house.folder.path, driver: 'sdk', permissionMode: 'default', hasOwnDefaults: true };
  const { id } = await sessions.create(request, { device: { id: 'a-test', name: 'a test' } });
  const client = house.gateway.connect('a test');
  const comesBack = async () => {
    house.driver.agent(id).die('killed');
    await client.sendMessage(id, { content: 'Go on.' });
    return house.driver.agent(id).spec;
  };
  house.driver.agent(id).host.update({ permissionMode: 'acceptEdits' });
  expect(await comesBack()).toMatchObject({ hasOwnDefaults: true });
  await client.updateSession(id, { permissionMode: 'default' });
  expect(await comesBack()).toMatchObject({ hasOwnDefaults: false, permissionMode: 'default' });
});
