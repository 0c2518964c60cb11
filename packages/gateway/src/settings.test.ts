import { defaultSettings } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../tests/support/asks.ts';
import { testGateway } from '../../../tests/support/testGateway.ts';

const minute = 60_000;

test('what was given at the start holds before what is set, says so, and is not changed', async () => {
  const givenSettings = {
    askLimitMinutes: { value: 5, words: '--ask-limit 5' },
    whenUnanswered: { value: 'deny', words: '--when-unanswered deny' },
  } as const;
  await using house = await testGateway('memory', { givenSettings });
  const person = house.gateway.connect('a test');
  const inForce = {
    ...defaultSettings,
    askLimitMinutes: 5,
    whenUnanswered: 'deny',
    givenAtStart: { askLimitMinutes: '--ask-limit 5', whenUnanswered: '--when-unanswered deny' },
  };
  expect(await person.getSettings()).toEqual(inForce);
  await expect(person.updateSettings({ theme: 'dark', askLimitMinutes: 1 })).rejects.toThrow('--ask-limit 5');
  expect(await person.getSettings()).toEqual(inForce);
});

test('[G6] the limit on waiting that is set holds for what is asked from then on', async () => {
  await using house = await testGateway();
  const { clock, driver, folder, gateway } = house;
  const client = gateway.connect('a test');
  const { id } = await client.createSession({ cwd: folder.path });
  const agent = driver.agent(id);
  const before = agent.call(approvalDraft({ toolCallId: 'before' }));
  await client.updateSettings({ askLimitMinutes: 1, whenUnanswered: 'deny' });
  const after = agent.call(approvalDraft({ toolCallId: 'after' }));
  clock.advance(minute);
  expect(await after).toEqual({ type: 'withdrawn', reason: 'expired' });
  const { asks } = await client.listAsks();
  expect(asks.map(({ toolCallId, expiresAt }) => [toolCallId, expiresAt])).toEqual([['before', undefined]]);
  await client.approveTool(id, { toolCallId: 'before' });
  expect(await before).toMatchObject({ type: 'answered' });
});
