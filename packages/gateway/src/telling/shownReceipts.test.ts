import { describe, expect, test } from 'vitest';
import { first } from '../../../../tests/support/eventReader.ts';
import { serveGateway, token } from '../../../../tests/support/testGateway.ts';
import { waiting } from '../../../../tests/support/waitingHouse.ts';
import { HttpTransport } from '@beckon/protocol';
import { openAsk } from '../../../../tests/support/asks.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { ShownReceipts } from './shownReceipts.ts';

const soon = 1_000;

describe('that an ask was sent to a device', () => {
  test('is not noted by reading the event log', async () => {
    await using house = await waiting();
    house.gateway.rooms.events.subscribe().take();
    house.gateway.rooms.events.cursor().take();
    house.clock.advance(soon);
    expect(await house.theAsk()).not.toHaveProperty('shown');
  });

  test('is noted by the transport that has sent it, in process and over HTTP', async () => {
    await using house = await waiting();
    await first(house.gateway.connect('a plugin').events());
    house.clock.advance(soon);
    expect(await house.theAsk()).toMatchObject({ shown: [{ device: { name: 'a plugin' } }] });
    const server = await serveGateway(house);
    await first(new HttpTransport({ baseUrl: server.url, token }).events());
    const devices = async () => {
      house.clock.advance(soon);
      return (await house.theAsk()).shown?.length;
    };
    await expect.poll(devices).toBe(2);
    await server.close();
  });

  test('is written once, however often the device comes back before that', () => {
    const reached: string[] = [];
    const clock = new TestClock();
    const receipts = new ShownReceipts(clock, {
      reached: (id, how, device) => void reached.push(`${id} ${how} ${device.name}`),
    });
    const asks = Array.from({ length: 150 }, () => openAsk());
    const data = { epoch: 'e1', reset: false, sessions: [], asks };
    for (let visits = 0; visits < 100; visits++)
      receipts.sent([{ type: 'snapshot', seq: 0, data }], { id: 'd1', name: 'a phone' });
    clock.advance(200);
    expect(reached).toHaveLength(100);
    clock.advance(200);
    clock.advance(200);
    expect(reached).toEqual(asks.map(({ id }) => `${id} shown a phone`));
  });
});
