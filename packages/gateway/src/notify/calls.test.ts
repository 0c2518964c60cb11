// The whole way from an ask to a service, on a gateway with scripted agents. What stands in for services is behind the seam of
// senders; time is the test's.
import { setImmediate } from 'node:timers/promises';
import type { Channel, CreateChannel } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { addDevice } from '../../../../tests/support/signedIn.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import type { TestGateway } from '../../../../tests/support/testGateway.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import type { GatewayOptions } from '../gateway.ts';
import { lineLimits } from './line.ts';
import type { Call, Sender, Sent } from './sender.ts';

const minute = 60_000;

/** A service that takes everything, unless it is told otherwise. */
class Service {
  readonly calls: Call[] = [];
  readonly takenAway: string[] = [];
  reply: () => Promise<Sent> = async () => ({ ok: true, detail: 'It was taken.' });

  readonly sender: Sender<'webhook'> = {
    send: (_, call) => {
      this.calls.push(call);
      return this.reply();
    },
    takeAway: async (_, { id }) => {
      this.takenAway.push(id);
      return { ok: true, detail: 'It is gone.' };
    },
  };

  get titles(): string[] {
    return this.calls.map(({ title }) => title);
  }
}

const hook = (change: object = {}) =>
  ({
    type: 'webhook',
    url: 'https://bell.example/x',
    secret: 'hush hush',
    privacy: 'full',
    ...change,
  }) as CreateChannel;

class House implements AsyncDisposable {
  readonly service = new Service();
  readonly house: TestGateway;
  #count = 0;

  private constructor(house: TestGateway, service: Service) {
    this.house = house;
    this.service = service;
  }

  static async open(options: Partial<GatewayOptions> = {}, service = new Service()): Promise<House> {
    const house = await testGateway('memory', { senders: { webhook: service.sender }, ...options });
    return new House(house, service);
  }

  get client() {
    return this.house.gateway.connect('this test');
  }

  get ledger() {
    return this.house.gateway.parts.ledger;
  }

  async session(title = 'Shop'): Promise<string> {
    return (await this.client.createSession({ cwd: this.house.folder.path, title })).id;
  }

  async ask(sessionId: string, command = 'touch x.txt') {
    const toolCallId = `toolu_${++this.#count}`;
    void this.house.driver.agent(sessionId).call(approvalDraft({ toolCallId, input: { command } }));
    await settle();
    return this.ledger.unfinished(sessionId).find((ask) => ask.toolCallId === toolCallId)!;
  }

  async pass(ms: number): Promise<void> {
    this.house.clock.advance(ms);
    await settle();
  }

  /** A page of a device that follows the events. */
  async look(isVisible = true): Promise<() => void> {
    const { presence } = this.house.gateway.parts;
    const close = presence.streamOpened('d1');
    presence.report('d1', { page: 'p', isVisible });
    return close;
  }

  async [Symbol.asyncDispose]() {
    await this.house[Symbol.asyncDispose]();
  }
}

/** Lets everything happen that follows by itself. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await setImmediate();
}

describe('an ask', () => {
  test('is called for at once, with what, where and risk, and what the service said is its receipt', async () => {
    await using stage = await House.open();
    const channel = await stage.client.createChannel(hook({ name: 'Bell' }));
    const session = await stage.session();
    const { id } = await stage.ask(session, 'rm -rf /');
    expect(stage.service.calls).toMatchObject([
      { id, occasion: 'ask', isReminder: false, title: 'Run rm -rf /', sessionId: session, waiting: 1 },
    ]);
    expect(stage.service.calls[0]?.body).toMatch(/“Shop”[^]*High risk/);
    const { ask, log } = await stage.client.getAsk(id);
    expect(ask.called).toMatchObject([
      { channel: { id: channel.id, name: 'Bell', type: 'webhook' }, ok: true, detail: 'It was taken.' },
    ]);
    expect(log.map(({ type }) => type)).toContain('ask_called');
    expect(await stage.client.listChannels()).toMatchObject([{ last: { ok: true, detail: 'It was taken.' } }]);
  });

  test.each([
    ['title', 'Wants your leave to use a tool', '“Shop”'],
    ['nothing', 'Something waits', ''],
  ])('says no more than its channel lets out: %s', async (privacy, title, body) => {
    await using stage = await House.open();
    await stage.client.createChannel(hook({ privacy }));
    await stage.ask(await stage.session(), 'cat /etc/secret');
    expect(stage.service.calls).toMatchObject([{ title, body, actions: [] }]);
    expect(JSON.stringify(stage.service.calls)).not.toContain('secret');
  });

  test('shows what hides or turns text, and is cut where it is too long', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    await stage.ask(await stage.session('a\u202eb'), `echo \u0007 ${'x'.repeat(300)}`);
    const [call] = stage.service.calls;
    expect(call?.title).toMatch(/^Run echo ␇ x+…$/);
    expect(call?.title.length).toBeLessThanOrEqual(150);
    expect(call?.body).toContain('a⟨U+202E⟩b');
  });

  test('is not called for that a visible page shows within the grace, and is where nobody saw it', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const session = await stage.session();
    await stage.look();
    const { id } = await stage.ask(session);
    await stage.client.markSeen(id);
    await stage.ask(session, 'touch y.txt');
    expect(stage.service.calls).toEqual([]);
    await stage.pass(5_000);
    expect(stage.service.titles).toEqual(['Run touch y.txt']);
  });

  test('a page counts as seen only while its device follows the events', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const close = await stage.look();
    close();
    await stage.ask(await stage.session());
    expect(stage.service.calls).toHaveLength(1);
  });

  test('a page that crashed counts for two and a half minutes', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const session = await stage.session();
    await stage.look();
    await stage.pass(150_000);
    await stage.ask(session);
    expect(stage.service.calls).toHaveLength(1);
  });

  test('is taken away when it is over, and nothing is sent again', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    const { id } = await stage.ask(await stage.session());
    await stage.client.answer(id, { type: 'approve' });
    await settle();
    expect(stage.service.takenAway).toEqual([id]);
    await stage.pass(60 * minute);
    expect(stage.service.calls.filter(({ occasion }) => occasion === 'ask')).toHaveLength(1);
  });

  test('that is over while its service is slow is taken away once it was taken', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    let take: (sent: Sent) => void = () => undefined;
    stage.service.reply = () => new Promise((resolve) => (take = resolve));
    const { id } = await stage.ask(await stage.session());
    await stage.client.answer(id, { type: 'deny' });
    await settle();
    expect(stage.service.takenAway).toEqual([]);
    take({ ok: true, detail: '' });
    await settle();
    expect(stage.service.takenAway).toEqual([id]);
  });

  test('reminders come after 5 and 30 minutes, and a channel for that only with the last', async () => {
    const [service, other] = [new Service(), new Service()];
    const send: Sender<'webhook'>['send'] = (config, ...rest) =>
      (config.url.endsWith('backup') ? other : service).sender.send(config, ...rest);
    await using stage = await House.open({ senders: { webhook: { send } } }, service);
    await stage.client.createChannel(hook());
    await stage.client.createChannel(hook({ url: 'https://bell.example/backup', isBackup: true }));
    const { id } = await stage.ask(await stage.session());
    await stage.pass(5 * minute);
    expect(stage.service.calls.map(({ isReminder }) => isReminder)).toEqual([false, true]);
    expect(other.calls).toEqual([]);
    await stage.pass(25 * minute);
    expect(stage.service.titles.at(-1)).toBe('Still waiting: Run touch x.txt');
    expect(other.calls).toHaveLength(1);
    await stage.pass(24 * 60 * minute);
    expect([stage.service.calls.length, other.calls.length]).toEqual([3, 1]);
    expect((await stage.client.getAsk(id)).ask.called?.map(({ reminder = 0 }) => reminder)).toEqual([0, 1, 2, 2]);
  });

  test('reminders can be switched off', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook());
    await stage.client.updateSettings({ callReminders: false });
    await stage.ask(await stage.session());
    await stage.pass(60 * minute);
    expect(stage.service.calls).toHaveLength(1);
  });
});

describe('a gateway that starts again', () => {
  test('calls for what was not called for, and not again for what was', async () => {
    const service = new Service();
    using folder = tempFolder();
    const databasePath = folder.at('beckon.db');
    await using stage = await House.open({ databasePath }, service);
    await stage.client.createChannel(hook());
    const session = await stage.session();
    await stage.ask(session, 'called');
    service.reply = async () => ({ ok: false, detail: 'Nobody is there.' });
    await stage.pass(3_000);
    await stage.ask(session, 'not called');
    await stage.house.gateway.close();
    service.reply = async () => ({ ok: true, detail: '' });
    service.calls.length = 0;
    await using next = await House.open({ databasePath }, service);
    await settle();
    expect(service.titles).toEqual(['Run not called']);
    // What an earlier gateway has sent is taken away all the same.
    const [called] = next.ledger.openAsks();
    await next.client.answer(called!.id, { type: 'deny' });
    await settle();
    expect(service.takenAway).toEqual([called!.id]);
  });
});

describe('other occasions', () => {
  const all = { occasions: ['turn_finished', 'turn_failed', 'rate_limited', 'ready_for_input', 'device_signed_in'] };

  test('a turn that finished, and then for a minute nobody wrote', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook(all));
    const session = await stage.session();
    await stage.client.sendMessage(session, { content: 'go' });
    stage.house.driver.agent(session).endTurn();
    await settle();
    expect(stage.service.titles).toEqual(['Finished: “Shop”']);
    await stage.pass(minute);
    expect(stage.service.titles).toEqual(['Finished: “Shop”', 'Ready for input: “Shop”']);
    await stage.client.sendMessage(session, { content: 'go on' });
    await settle();
    expect(stage.service.takenAway).toEqual([`turn ${session}`, `ready ${session}`]);
    await stage.pass(60 * minute);
    expect(stage.service.calls).toHaveLength(2);
  });

  test('a turn that failed says why, and one that was interrupted is nobody’s concern', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook(all));
    const session = await stage.session();
    await stage.client.sendMessage(session, { content: 'go' });
    stage.house.driver.agent(session).fail('The model could not be reached.');
    await settle();
    expect(stage.service.calls).toMatchObject([
      { occasion: 'turn_failed', title: 'Failed: “Shop”', body: 'The model could not be reached.' },
    ]);
    await stage.client.sendMessage(session, { content: 'go' });
    await stage.client.interrupt(session);
    await stage.pass(10 * minute);
    expect(stage.service.calls.filter(({ occasion }) => occasion === 'turn_failed')).toHaveLength(1);
  });

  test('a limit that is used up is called for as that, once', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook(all));
    const session = await stage.session();
    await stage.client.sendMessage(session, { content: 'go' });
    const { host } = stage.house.driver.agent(session);
    const own = { messageId: 'm1', createdAt: host.now() };
    host.emit({ type: 'error', data: { ...own, message: 'The limit is used up.', isRateLimit: true } });
    stage.house.driver.agent(session).endTurn('failed');
    await stage.pass(3_000);
    expect(stage.service.calls.map(({ occasion, body }) => [occasion, body])).toEqual([
      ['rate_limited', 'The limit is used up.'],
    ]);
  });

  test('a new device, also while it shows the page itself', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook(all));
    await stage.look();
    addDevice(stage.house.gateway.parts.devices, 'Phone');
    await settle();
    expect(stage.service.calls).toMatchObject([{ title: 'A new device signed in', body: 'Phone' }]);
  });

  test('what a channel is not for, it is not called for', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook({ occasions: ['turn_failed'] }));
    await stage.client.createChannel(hook({ isOn: false }));
    await stage.ask(await stage.session());
    await stage.pass(60 * minute);
    expect(stage.service.calls).toEqual([]);
  });
});

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
