import type { PaneEvent, Transport } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { TestClock } from '../../../../../tests/support/testClock.ts';
import { paneStream } from './paneStream.ts';

/** A program that writes whenever it is read. */
async function openStream() {
  const clock = new TestClock();
  const watchPane = async function* (): AsyncGenerator<PaneEvent> {
    for (;;) yield { type: 'output', data: 'eA==' };
  };
  let isCut = false;
  const stream = await paneStream({
    transport: { watchPane } as Partial<Transport> as Transport,
    sessionId: 'any',
    clock,
    signal: new AbortController().signal,
    cut: () => void (isCut = true),
  });
  return { clock, reader: stream.getReader(), isCut: () => isCut };
}

test('[L8] a client that looks at a terminal and stops reading is cut off after a minute', async () => {
  const { clock, reader, isCut } = await openStream();
  await reader.read();
  clock.advance(59_999);
  expect(isCut()).toBe(false);
  clock.advance(1);
  expect(isCut()).toBe(true);
});

test('one that reads, however slowly, is not; one that goes leaves no timer behind', async () => {
  const { clock, reader, isCut } = await openStream();
  for (let reads = 0; reads < 10; reads++) {
    await reader.read();
    clock.advance(59_999);
  }
  expect(isCut()).toBe(false);
  await reader.cancel();
  expect(clock.timerCount).toBe(0);
});
