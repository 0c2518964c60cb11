import { setImmediate } from 'node:timers/promises';
import { HttpTransport } from '@beckon/protocol';
import { describe, expect, test, vi } from 'vitest';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';
import { Presence, visibleForMs } from './presence.ts';

const shown = { page: 'p', isVisible: true };

describe('a page that says that it is visible', () => {
  test('counts while its device follows the events, by however many streams', () => {
    const presence = new Presence(new TestClock());
    presence.report('d1', shown);
    expect(presence.isAnyVisible()).toBe(false);
    const closings = [presence.streamOpened('d1'), presence.streamOpened('d1')];
    for (const close of closings) {
      expect(presence.isAnyVisible()).toBe(true);
      close();
      close();
    }
    expect(presence.isAnyVisible()).toBe(false);
  });

  test('counts until it says otherwise, and each page of a device by itself', () => {
    const presence = new Presence(new TestClock());
    presence.streamOpened('d1');
    for (const page of ['a', 'b']) presence.report('d1', { page, isVisible: true });
    presence.report('d1', { page: 'a', isVisible: false });
    expect(presence.isAnyVisible()).toBe(true);
    presence.report('d1', { page: 'b', isVisible: false });
    expect(presence.isAnyVisible()).toBe(false);
  });

  test('counts for a while, and not for longer where the clock is set back', () => {
    const clock = new TestClock();
    const presence = new Presence(clock);
    presence.streamOpened('d1');
    presence.report('d1', shown);
    clock.advance(visibleForMs - 1);
    expect(presence.isAnyVisible()).toBe(true);
    clock.advance(1);
    expect(presence.isAnyVisible()).toBe(false);
    presence.report('d1', shown);
    vi.spyOn(clock, 'now').mockReturnValue(0);
    expect(presence.isAnyVisible()).toBe(false);
  });

  test('of which there are thousands, are not all kept in mind', () => {
    const presence = new Presence(new TestClock());
    presence.streamOpened('d1');
    for (let index = 0; index < 5_000; index++) presence.report('d1', { page: `p${index}`, isVisible: true });
    for (let index = 0; index < 100; index++) presence.report('d1', { page: `p${index}`, isVisible: false });
    expect(presence.isAnyVisible()).toBe(false);
  });
});

test('over HTTP a page counts from its report until its stream is closed', async () => {
  await using house = await testGateway();
  await using server = await serveGateway(house);
  const { presence } = house.gateway.parts;
  const client = new HttpTransport({ baseUrl: server.url, token });
  const end = new AbortController();
  const reading = (async () => {
    for await (const _ of client.events({ signal: end.signal })) await setImmediate();
  })();
  await client.reportVisibility(shown);
  await vi.waitUntil(() => presence.isAnyVisible());
  end.abort();
  await reading;
  await vi.waitUntil(() => !presence.isAnyVisible());
});
