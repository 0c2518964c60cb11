import { expect, test } from 'vitest';
import type { AgentEvent, AgentHost, PastPiece } from '../driver.ts';
import { Recollection } from './recollection.ts';
import type { Mark } from './transcript/mark.ts';

const message = (id: number): AgentEvent => ({
  type: 'message',
  data: { message: { id: `m${id}`, role: 'assistant', createdAt: id, parts: [] } },
});
const mark = (offset: number): Mark => ({ offset, state: { at: offset * 1000 } as Mark['state'] });

/** What a house is told of so many messages, each with a place before it. */
async function recall(count: number, from?: Mark) {
  const pieces: PastPiece[] = [];
  const reached: string[] = [];
  const host = {
    tellPast: async (piece: PastPiece) => void pieces.push(piece),
    reached: (place: string) => void reached.push(place),
  } as unknown as AgentHost;
  const past = new Recollection({ host, from, placeOf: ({ offset }) => `line ${offset}` });
  const first = from?.offset ?? 0;
  for (let line = first; line < first + count; line++) {
    past.rest(() => mark(line));
    past.hear(message(line));
    if (line % 100 === 99) await past.tellPieces();
  }
  const { since } = past;
  await past.tellRest();
  const ids = pieces.flatMap(({ events }) =>
    events.map((event) => (event.type === 'message' ? event.data.message.createdAt : Number.NaN)),
  );
  return { pieces, reached, ids, since };
}

test('a short conversation is told whole, with nothing before it', async () => {
  const { pieces, ids, since } = await recall(40);
  expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(pieces.every(({ earlier }) => earlier === undefined)).toBe(true);
  expect(since).toBe(0);
});

test('of a long one that nobody knows, the newest is told, in pieces, and where the rest is', async () => {
  const { pieces, ids, reached, since } = await recall(1020);
  expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => 900 + index));
  expect(pieces.map(({ earlier }) => earlier)).toEqual(['line 900', undefined, undefined]);
  expect(reached).toEqual(['line 900', 'line 950', 'line 1000']);
  expect(since).toBe(900_000 - 60_000);
});

test('of one that is known up to a place, all since then is told, while it is read', async () => {
  const { pieces, ids, reached } = await recall(1020, mark(300));
  expect(ids).toEqual(Array.from({ length: 1020 }, (_, index) => 300 + index));
  expect(pieces.every(({ earlier, events }) => earlier === undefined && events.length <= 50)).toBe(true);
  expect(reached[0]).toBe('line 300');
  expect(reached.at(-1)).toBe('line 1300');
});
