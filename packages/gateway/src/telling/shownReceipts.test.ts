import { HttpTransport } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { first } from '../../../../tests/support/eventReader.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';
import { settle, waiting } from '../../../../tests/support/waitingHouse.ts';

const soon = 1_000;

/** A gateway with open asks, and how often it was noted that some device was sent one. */
async function stage(askCount = 1) {
  const house = await testGateway();
  const { ledger } = house.gateway.parts;
  const session = await house.gateway.connect('a test').createSession({ cwd: house.folder.path });
  const agent = house.driver.agent(session.id);
  for (let index = 0; index < askCount; index++) void agent.ask({ ...approvalDraft(), toolCallId: `toolu_${index}` });
  await settle();
  const notes: string[] = [];
  const { noteReceipt } = ledger;
  ledger.noteReceipt = (id, how, device) => {
    notes.push(JSON.stringify(device));
    noteReceipt.call(ledger, id, how, device);
  };
  /** A client that gets its snapshot and is gone again. */
  const flap = async (device: string) => {
    const gone = new AbortController();
    await first(house.gateway.connect(device).events({ signal: gone.signal }));
    gone.abort();
  };
  return { ...house, notes, flap, shown: () => ledger.openAsks()[0]?.shown?.length };
}

test('a device that comes and goes is noted once for an ask that waits to be noted', async () => {
  await using house = await stage();
  for (let index = 0; index < 500; index++) await house.flap('a phone');
  await house.flap('a tablet');
  house.clock.advance(10_000);
  expect(house.notes).toHaveLength(2);
  expect(house.shown()).toBe(2);
});

test('[L8] no number of clients makes what waits to be noted grow without bound', async () => {
  await using house = await stage(200);
  for (let index = 0; index < 100; index++) await house.flap(`device ${index}`);
  house.clock.advance(600_000);
  expect(house.notes).toHaveLength(10_000);
});

describe('that an ask was sent to a device', () => {
  test('is not noted by reading the event log', async () => {
    await using house = await waiting();
    house.gateway.parts.events.subscribe().take();
    house.gateway.parts.events.cursor().take();
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
});
