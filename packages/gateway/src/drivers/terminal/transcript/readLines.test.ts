import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ReadLines } from './readLines.ts';

test('knows what was read and nothing else, uuid or not', () => {
  const read = [...Array.from({ length: 100 }, () => randomUUID()), 'line-1', '', 'x'.repeat(36)];
  const others = [...Array.from({ length: 100 }, () => randomUUID()), 'line-2', 'y'.repeat(36)];
  const lines = new ReadLines();
  for (const uuid of read) lines.add(uuid);
  const known = lines.asSet();
  expect(read.filter((uuid) => !known.has(uuid))).toEqual([]);
  expect(others.filter((uuid) => known.has(uuid))).toEqual([]);
});
