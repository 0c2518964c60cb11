// The whole way from an ask, a turn or a device to a service, on a gateway with scripted agents.
import { describe, expect, test } from 'vitest';
import { hook, House, Service, settle } from '../../../../tests/support/callsHouse.ts';
import { addDevice } from '../../../../tests/support/signedIn.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import type { Sender, Sent } from './sender.ts';

const minute = 60_000;

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

  test('that came with what its channel is not for is taken away like one that came alone', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook({ occasions: ['ask'] }));
    await stage.client.createChannel(hook({ occasions: ['device_signed_in'] }));
    const session = await stage.session();
    const first = await stage.ask(session);
    // Both come as one, a moment after the first.
    addDevice(stage.house.gateway.parts.devices, 'Phone');
    const second = await stage.ask(session, 'touch y.txt');
    await stage.pass(2_000);
    expect(stage.service.calls.filter(({ ask }) => ask).map(({ id }) => id)).toEqual([first.id, second.id]);
    await stage.client.answer(second.id, { type: 'deny' });
    await settle();
    expect(stage.service.takenAway).toEqual([second.id]);
  });

  test('does not wait for what no channel is for', async () => {
    await using stage = await House.open();
    await stage.client.createChannel(hook({ occasions: ['ask'] }));
    const session = await stage.session();
    addDevice(stage.house.gateway.parts.devices, 'Phone');
    await stage.ask(session);
    expect(stage.service.titles).toEqual(['Run touch x.txt']);
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
