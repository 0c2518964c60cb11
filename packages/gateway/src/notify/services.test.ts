// What services can do to calls, and cannot do to anything else: many calls, slow and broken services, secrets.
import type { Channel } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { hook, House } from '../../../../tests/support/callsHouse.ts';
import { lineLimits } from './line.ts';

const minute = 60_000;

describe('many at once', () => {
  test('come as one, counted by asks and sessions, and each has its receipt', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const sessions = [await stage.session(), await stage.session(), await stage.session()];
    for (let index = 0; index < 8; index++) await stage.ask(sessions[index % 3]!, `touch ${index}`);
    await stage.pass(2_000);
    expect(stage.service.titles).toEqual(['Run touch 0', '7 asks in 3 sessions']);
    await stage.pass(1_000);
    for (const { called } of stage.ledger.openAsks()) expect(called).toMatchObject([{ ok: true }]);
  });

  test('quiet hours hold all of it back until they end', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const time = new Date(stage.house.clock.now()).toISOString().slice(11, 16);
    const to = new Date(stage.house.clock.now() + 60 * minute).toISOString().slice(11, 16);
    await stage.client.updateSettings({ quietHours: { from: time, to, timeZone: 'UTC' } });
    const session = await stage.session();
    for (const command of ['a', 'b']) await stage.ask(session, command);
    await stage.pass(58 * minute);
    expect(stage.service.calls).toEqual([]);
    await stage.pass(2 * minute);
    expect(stage.service.titles).toEqual(['2 asks in 1 session']);
  });
});

describe('a service', () => {
  test('that fails is tried again with pauses, and seen in settings and on the ask', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    stage.service.reply = async () => ({ ok: false, detail: 'bell.example answered 500.', mayPass: true });
    const { id } = await stage.ask(await stage.session());
    for (const seconds of [2, 4]) await stage.pass(seconds * 1000);
    expect(stage.service.calls).toHaveLength(3);
    const [channel] = await stage.client.listChannels();
    expect(channel?.last).toMatchObject({ ok: false, detail: 'bell.example answered 500.' });
    const failure = { ok: false, detail: 'bell.example answered 500.' };
    expect((await stage.client.getAsk(id)).ask.called).toMatchObject([failure, failure, failure]);
    for (let round = 0; round < 10; round++) await stage.pass(20_000);
    expect(stage.service.calls).toHaveLength(lineLimits.attempts);
  });

  test('that refuses for good is not tried again', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    stage.service.reply = async () => ({ ok: false, detail: 'The token is wrong.' });
    await stage.ask(await stage.session());
    await stage.pass(4 * minute);
    expect(stage.service.calls).toHaveLength(1);
  });

  test('that hangs, whatever it is told, delays neither another channel nor an answer', async () => {
    await using stage = await House.open({
      senders: {
        webhook: {
          send: (config, call) =>
            config.url.endsWith('hangs')
              ? new Promise(() => undefined)
              : stage.service.sender.send(config, call, new AbortController().signal),
        },
      },
    });
    await stage.client.createChannel(hook({ url: 'https://bell.example/hangs', name: 'Hangs' }));
    await stage.client.createChannel(hook());
    const { id } = await stage.ask(await stage.session());
    expect(stage.service.calls).toHaveLength(1);
    await stage.client.answer(id, { type: 'approve' });
    expect(stage.ledger.get(id)).toMatchObject({ phase: 'handed' });
    await stage.pass(lineLimits.sendMs);
    const [hangs] = await stage.client.listChannels();
    expect(hangs).toMatchObject({ last: { ok: false, detail: 'The service did not answer in time.' } });
    expect(stage.ledger.get(id).called).toContainEqual(
      expect.objectContaining({ ok: false, detail: 'The service did not answer in time.' }),
    );
  });

  test('that throws is a failure like any other, and what it threw is not shown', async () => {
    await using stage = await House.open();
    const { id } = await stage.client.createChannel(hook());
    stage.service.reply = () => Promise.reject(new Error('hush hush'));
    expect(await stage.client.testChannel(id)).toEqual({ ok: false, detail: 'Something went wrong inside Beckon.' });
  });

  test('that takes nothing any more has its channel switched off, with the reason', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    stage.service.reply = async () => ({ ok: false, detail: 'The webhook is gone.', isGone: true });
    const session = await stage.session();
    await stage.ask(session);
    await stage.ask(session, 'touch y.txt');
    await stage.pass(60 * minute);
    expect(stage.service.calls).toHaveLength(1);
    expect(await stage.client.listChannels()).toMatchObject([{ isOn: false, offBecause: 'The webhook is gone.' }]);
    const [{ id } = { id: '' }] = await stage.client.listChannels();
    const on: Channel = await stage.client.updateChannel(id, { isOn: true });
    expect(on.offBecause).toBeUndefined();
  });

  test('a secret that a sender lets through is in no reply, log entry, receipt or line of the gateway’s log', async () => {
    const lines: unknown[] = [];
    const write = (...said: unknown[]) => void lines.push(said);
    const log = { debug: write, info: write, warn: write, error: write };
    await using stage = await House.open({ log: log as never });
    const { id } = await stage.client.createChannel(hook());
    const detail = 'refused hush hush and hush%20hush\u001b[31m';
    stage.service.reply = async () => ({ ok: false, detail });
    const shown = [
      await stage.client.testChannel(id),
      await stage.client.listChannels(),
      await stage.ask(await stage.session()).then((ask) => stage.client.getAsk(ask.id)),
      await stage.client.readLog(),
      lines,
    ];
    expect(JSON.stringify(shown)).not.toMatch(/hush|\\u001b/);
    expect(shown[0]).toEqual({ ok: false, detail: 'refused … and …␛[31m' });
  });

  test('ten thousand asks in a minute are a few calls, and all of them are answered as ever', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    for (let index = 0; index < 50; index++) {
      const agent = stage.house.driver.agent(await stage.session());
      for (let call = 0; call < 200; call++) {
        void agent.ask(approvalDraft({ toolCallId: `t${call}`, input: { command: `touch ${call}` } }));
      }
      await stage.pass(1_000);
    }
    expect(stage.ledger.openAsks()).toHaveLength(10_000);
    expect(stage.service.calls.length).toBeLessThan(12);
    const [first] = stage.ledger.openAsks();
    await stage.client.answer(first!.id, { type: 'approve' });
    expect(stage.ledger.get(first!.id).phase).toBe('handed');
  }, 60_000);
});
