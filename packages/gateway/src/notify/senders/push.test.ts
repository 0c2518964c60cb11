import type { ChannelConfig } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { callOf } from '../../../../../tests/support/calls.ts';
import { loopback } from '../../../../../tests/support/loopback.ts';
import type { PushService } from '../../../../../tests/support/pushService.ts';
import { pushService } from '../../../../../tests/support/pushService.ts';
import { TestClock } from '../../../../../tests/support/testClock.ts';
import type { OutboundOptions } from '../outbound.ts';
import { Outbound } from '../outbound.ts';
import { vapidKeys } from '../vapid.ts';
import { pushSender } from './push.ts';

const { signal } = new AbortController();

function keyStore() {
  const kept = new Map<string, string>();
  return {
    kept,
    key: (name: string) => kept.get(name),
    keepKey: (name: string, value: string) => void kept.set(name, value),
  };
}

/** A sender whose push service is the stand-in, which it was told of. */
function stage(service: PushService, options: OutboundOptions = {}) {
  const clock = new TestClock();
  const outbound = new Outbound({
    clock,
    pushOrigins: [service.origin],
    authorities: [service.authority],
    ...options,
  });
  const vapid = vapidKeys(keyStore());
  const { publicKey } = vapid();
  return {
    clock,
    publicKey,
    outbound,
    sender: pushSender({ outbound, clock, vapid }),
    subscribe: (): ChannelConfig<'push'> => ({ type: 'push', deviceId: 'phone', ...service.subscribe(publicKey) }),
    [Symbol.dispose]: () => outbound[Symbol.dispose](),
  };
}

test('the browser can open what was pushed, and its service knows who sent it', async () => {
  await using service = await pushService();
  using house = stage(service);
  const sent = await house.sender.send(house.subscribe(), callOf(), signal);
  expect([sent, service.refused]).toEqual([{ ok: true, detail: 'The push service took it.' }, []]);
  const [pushed] = service.pushed;
  expect(pushed?.message).toEqual({
    type: 'call',
    tag: 'ask:0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10',
    title: 'Run npm test',
    body: 'in shop, low risk',
    path: '/inbox?ask=0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10',
    actions: [
      { label: 'Approve', proof: 'proof-of-approve' },
      { label: 'Deny', proof: 'proof-of-deny' },
    ],
    isReminder: false,
    waiting: 1,
  });
  expect(pushed?.headers).toMatchObject({ ttl: '86400', urgency: 'high' });
});

test('a reminder, and what takes a call away, replace what the service has not delivered yet of the same call', async () => {
  await using service = await pushService();
  using house = stage(service);
  const browser = house.subscribe();
  await house.sender.send(browser, callOf(), signal);
  await house.sender.send(browser, callOf({ isReminder: true }), signal);
  await house.sender.takeAway?.(browser, { id: callOf().id, waiting: 0 }, signal);
  await house.sender.send(browser, callOf({ id: 'another' }), signal);
  const [first, reminder, over, other] = service.pushed.map(({ headers }) => headers['topic']);
  expect([reminder, over]).toEqual([first, first]);
  expect(other).not.toBe(first);
  expect(first).toMatch(/^[\w-]{1,32}$/);
  expect(service.pushed[2]?.message).toEqual({ type: 'over', tag: callOf().id, waiting: 0 });
});

test('what does not fit is pushed without its text, and then without its buttons', async () => {
  await using service = await pushService();
  using house = stage(service);
  const sent = await house.sender.send(house.subscribe(), callOf({ body: '漢'.repeat(1500) }), signal);
  expect([sent.ok, service.refused]).toEqual([true, []]);
  expect(service.pushed[0]?.message).toMatchObject({ title: 'Run npm test', body: '', actions: [] });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i has lost the subscription for good', async (status) => {
    await using service = await pushService();
    using house = stage(service);
    service.manner = (response) => void response.writeHead(status).end();
    const sent = await house.sender.send(house.subscribe(), callOf(), signal);
    expect(sent).toEqual({
      ok: false,
      isGone: true,
      detail: 'The browser no longer takes calls. Switch them on there again.',
    });
  });

  test('that answers 413 is sent it again without its text', async () => {
    await using service = await pushService();
    using house = stage(service);
    service.manner = (response, push) =>
      void response.writeHead(push?.message.type === 'call' && push.message.body !== '' ? 413 : 201).end();
    expect(await house.sender.send(house.subscribe(), callOf(), signal)).toMatchObject({ ok: true });
    expect(service.pushed).toHaveLength(1);
    service.manner = (response) => void response.writeHead(413).end();
    const refused = await house.sender.send(house.subscribe(), callOf(), signal);
    expect(refused).toEqual({ ok: false, detail: 'The push service found it too long (413).' });
  });

  test('that answers 429 is left alone for as long as it says, and no longer than an hour', async () => {
    await using service = await pushService();
    using house = stage(service);
    for (const [said, ms] of [
      ['30', 30_000],
      ['999999', 3_600_000],
      ['soon', undefined],
    ] as const) {
      service.manner = (response) => void response.writeHead(429, { 'retry-after': said }).end();
      const sent = await house.sender.send(house.subscribe(), callOf(), signal);
      expect([sent.mayPass, sent.retryAfterMs, sent.isGone]).toEqual([true, ms, undefined]);
    }
  });

  test('that answers 500 may take it later', async () => {
    await using service = await pushService();
    using house = stage(service);
    service.manner = (response) => void response.writeHead(500).end('a page about it');
    const sent = await house.sender.send(house.subscribe(), callOf(), signal);
    expect([sent.ok, sent.mayPass, sent.isGone]).toEqual([false, true, undefined]);
  });

  test('that hangs holds a call up for ten seconds, and not after its signal', async () => {
    await using service = await pushService();
    using house = stage(service);
    let asked = () => {};
    const isAsked = () => new Promise<void>((resolve) => (asked = resolve));
    service.manner = () => asked();
    const first = isAsked();
    const sending = house.sender.send(house.subscribe(), callOf(), signal);
    await first;
    house.clock.advance(10_000);
    expect(await sending).toMatchObject({ ok: false, mayPass: true });
    const calledOff = new AbortController();
    const second = isAsked();
    const other = house.sender.send(house.subscribe(), callOf(), calledOff.signal);
    await second;
    calledOff.abort();
    expect(await other).toMatchObject({ ok: false });
  });

  test('that redirects to a private address is not followed there', async () => {
    await using service = await pushService();
    await using inside = await loopback((response) => response.end());
    using house = stage(service);
    service.manner = (response) => void response.writeHead(307, { location: inside.url }).end();
    expect(await house.sender.send(house.subscribe(), callOf(), signal)).toMatchObject({ ok: false });
    expect(inside.requests).toEqual([]);
  });

  test('that is at a private address, or resolves to one later, gets nothing', async () => {
    await using service = await pushService();
    const lookups = [['203.0.114.7'], ['127.0.0.1']];
    const resolve = async () => (lookups.shift() ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }));
    using house = stage(service, { pushOrigins: [], resolve });
    const { port } = new URL(service.origin);
    const browser = { ...house.subscribe(), endpoint: `https://push.example:${port}/push/1` };
    // When it was made its name led to a public address.
    expect(await house.outbound.refusalOf(browser.endpoint, 'public')).toBeUndefined();
    const sent = await house.sender.send(browser, callOf(), signal);
    expect(sent).toMatchObject({ ok: false, detail: expect.stringContaining('no public address') as string });
    const direct = { ...browser, endpoint: `${service.origin}/push/1` };
    expect(await house.sender.send(direct, callOf(), signal)).toMatchObject({ ok: false });
    expect([service.pushed, service.refused]).toEqual([[], []]);
  });
});

test('a subscription whose keys are none is of no use, ever', async () => {
  await using service = await pushService();
  using house = stage(service);
  const browser = { ...house.subscribe(), keys: { p256dh: 'AAAA', auth: 'AAAA' } };
  expect(await house.sender.send(browser, callOf(), signal)).toMatchObject({ ok: false, isGone: true });
});

test('VAPID keys are made once and kept', () => {
  const store = keyStore();
  const keys = vapidKeys(store)();
  expect(vapidKeys(store)()).toEqual(keys);
  expect([...store.kept.keys()]).toEqual(['vapid']);
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
  expect(vapidKeys(keyStore())().publicKey).not.toBe(keys.publicKey);
});
