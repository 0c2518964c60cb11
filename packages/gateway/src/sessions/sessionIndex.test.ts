import * as fc from 'fast-check';
import type { SessionInfo } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { sessionInfo } from '../../../../tests/support/conversations.ts';
import { SessionIndex } from './sessionIndex.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const dead = (number: number, lastActivityAt: number, change: Partial<SessionInfo> = {}) =>
  sessionInfo({ id: idOf(number), lastActivityAt, state: 'dead', ...change });
const nobody: ReadonlySet<string> = new Set();

function indexOf(...infos: SessionInfo[]): SessionIndex {
  const index = new SessionIndex();
  for (const info of infos) index.set(info);
  return index;
}

/** All pages one after the other; `between` happens before each further one. */
function pages(index: SessionIndex, { limit, waiting = nobody }: Paging, between = () => {}): SessionInfo[][] {
  const all: SessionInfo[][] = [];
  for (let before: string | undefined, isMore = true; isMore; between()) {
    const page = index.page({ limit, ...(before !== undefined && { before }) }, waiting);
    all.push(page.infos);
    before = page.next;
    isMore = before !== undefined;
  }
  return all;
}

interface Paging {
  limit: number;
  waiting?: ReadonlySet<string>;
}

const numbers = (infos: SessionInfo[]) => infos.map(({ id }) => Number(id.slice(-12)));

describe('pages', () => {
  test('have those that wait first, then the latest activity, each session once', () => {
    const scene = fc.record({
      times: fc.array(fc.nat(5), { maxLength: 30 }),
      waiting: fc.uniqueArray(fc.nat(30), { maxLength: 5 }),
      limit: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(scene, ({ times, waiting, limit }) => {
        const infos = times.map((at, number) => dead(number, at));
        const waits = new Set(waiting.map(idOf));
        const rank = ({ id }: SessionInfo) => Number(waits.has(id));
        const wanted = infos.toSorted(
          (a, b) => rank(b) - rank(a) || b.lastActivityAt - a.lastActivityAt || b.id.localeCompare(a.id),
        );
        expect(pages(indexOf(...infos), { limit, waiting: waits }).flat()).toEqual(wanted);
      }),
    );
  });

  test('neither skip nor repeat a session that nothing happens in, whatever happens to others meanwhile', () => {
    const touches = fc.array(fc.record({ number: fc.integer({ min: 20, max: 29 }), isRemoved: fc.boolean() }));
    fc.assert(
      fc.property(touches, fc.integer({ min: 1, max: 7 }), (happenings, limit) => {
        const index = indexOf(...Array.from({ length: 30 }, (_, number) => dead(number, number % 7)));
        const left = [...happenings];
        const seen = pages(index, { limit }, () => {
          for (const { number, isRemoved } of left.splice(0, 2)) {
            if (!isRemoved) index.set(dead(number, 100 + left.length));
            else index.hear({ type: 'session_removed', sessionId: idOf(number), seq: 1, data: {} });
          }
        });
        const still = numbers(seen.flat()).filter((number) => number < 20);
        expect(still.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
      }),
    );
  });

  test('say where the next one begins, and the last says nothing', () => {
    const index = indexOf(dead(1, 1), dead(2, 2), dead(3, 3));
    const first = index.page({ limit: 2 }, nobody);
    expect(numbers(first.infos)).toEqual([3, 2]);
    const last = index.page({ limit: 2, before: first.next ?? '' }, nobody);
    expect([numbers(last.infos), last.next]).toEqual([[1], undefined]);
    expect(index.page({ limit: 3 }, nobody)).not.toHaveProperty('next');
  });

  test.each([
    ['SHOP', [2, 1]],
    ['tests shop', [1]],
    ['/home/ana', [2, 1]],
    [idOf(3).slice(-4), [3]],
    ['  ', [3, 2, 1]],
    ['nothing like it', []],
  ])('of a search for “%s” have what matches title, folder and id', (q, wanted) => {
    const index = indexOf(
      dead(1, 1, { title: 'Fix the tests', cwd: '/home/ana/Shop' }),
      dead(2, 2, { title: 'Shopping list', cwd: '/home/ana' }),
      dead(3, 3),
    );
    expect(numbers(index.page({ q }, nobody).infos)).toEqual(wanted);
  });
});

describe('what a newcomer is told', () => {
  test('is what waits, what runs and what was touched last, and where the rest begins', () => {
    const old = Array.from({ length: 50 }, (_, number) => dead(number, number));
    const index = indexOf(...old, dead(90, 0), dead(91, 0, { state: 'user_turn' }), dead(92, 0, { state: 'starting' }));
    const { infos, next } = index.current([idOf(90)], 3);
    expect(numbers(infos)).toEqual([90, 91, 92, 49, 48, 47]);
    const rest = index.page({ ...(next !== undefined && { before: next }), limit: 200 }, nobody).infos;
    expect(new Set(numbers([...infos, ...rest])).size).toBe(index.size);
  });

  test('is all where that is little', () => {
    expect(indexOf(dead(1, 1), dead(2, 2)).current([], 3)).not.toHaveProperty('next');
  });

  test('follows what clients are told: a session that ends runs no longer, one that is removed is gone', () => {
    const index = indexOf(...Array.from({ length: 5 }, (_, number) => dead(number, number)));
    const told = (session: SessionInfo) =>
      index.hear({ type: 'session_status', sessionId: session.id, seq: 1, data: { session } });
    told(dead(0, 0, { state: 'assistant_turn' }));
    expect(numbers(index.current([], 1).infos)).toEqual([0, 4]);
    told(dead(0, 9));
    expect(numbers(index.current([], 1).infos)).toEqual([0]);
    index.hear({ type: 'session_removed', sessionId: idOf(0), seq: 2, data: {} });
    expect(numbers(index.current([], 1).infos)).toEqual([4]);
  });
});

test('those in which nothing has happened since a time are found, the oldest first', () => {
  const index = indexOf(dead(1, 30), dead(2, 10), dead(3, 20), dead(4, 20));
  expect(index.olderThan(20)).toEqual([idOf(2)]);
  expect(index.olderThan(31)).toEqual([idOf(2), idOf(3), idOf(4), idOf(1)]);
});
