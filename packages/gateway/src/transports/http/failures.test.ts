import { setMaxListeners } from 'node:events';
import type { LogDraft } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { TestClock } from '../../../../../tests/support/testClock.ts';
import type { Failure } from './failures.ts';
import { Failures } from './failures.ts';

function open() {
  const clock = new TestClock();
  const closing = new AbortController();
  const entries: LogDraft[] = [];
  const failures = new Failures({
    clock,
    auditLog: { note: (entry) => void entries.push(entry) },
    signal: closing.signal,
  });
  /** How long the answer takes; a wait ends only where the clock is moved. */
  const delayOf = async (failure: Failure) => {
    let answeredAt: number | undefined;
    const startedAt = clock.now();
    void failures.note(failure, never).then(() => (answeredAt = clock.now()));
    for (let step = 0; step < 100; step++) {
      await settled();
      if (answeredAt !== undefined) return answeredAt - startedAt;
      clock.advance(100);
    }
    throw new Error('never answered');
  };
  return { clock, closing, entries, failures, delayOf };
}
const never = new AbortController().signal;
setMaxListeners(0, never);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const wrongToken: Failure = { what: 'token', address: '10.0.0.1', program: 'curl' };

describe('what is wrong', () => {
  test('is answered at once the first times, and then ever more slowly, up to five seconds', async () => {
    const { delayOf } = open();
    const delays: number[] = [];
    for (let count = 0; count < 18; count++) delays.push(await delayOf(wrongToken));
    expect(delays.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(delays.slice(10)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  test('from another address is not slowed down by it, and by very many is', async () => {
    const { delayOf } = open();
    for (let count = 0; count < 12; count++) await delayOf(wrongToken);
    expect(await delayOf({ ...wrongToken, address: '10.0.0.2' })).toBe(0);
    for (let count = 0; count < 100; count++) await delayOf({ ...wrongToken, address: `10.0.1.${count}` });
    expect(await delayOf({ ...wrongToken, address: '10.0.0.3' })).toBeGreaterThan(0);
  });

  test('is forgiven after a minute', async () => {
    const { clock, delayOf } = open();
    for (let count = 0; count < 12; count++) await delayOf(wrongToken);
    clock.advance(60_000);
    expect(await delayOf(wrongToken)).toBe(0);
  });

  test('holds no more than 32 connections: the others are answered at once, and closed', async () => {
    const { failures, closing } = open();
    for (let count = 0; count < 10; count++) await failures.note(wrongToken, never);
    const waiting = Array.from({ length: 32 }, () => failures.note(wrongToken, never));
    expect(await failures.note(wrongToken, never)).toEqual({ isCrowded: true });
    closing.abort();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ isCrowded: false })));
  });

  test('is not waited for by whoever has gone', async () => {
    const { failures, clock } = open();
    for (let count = 0; count < 10; count++) await failures.note(wrongToken, never);
    const gone = new AbortController();
    const timers = clock.timerCount;
    const waiting = failures.note(wrongToken, gone.signal);
    gone.abort();
    await waiting;
    expect(clock.timerCount).toBe(timers);
  });
});

describe('the log', () => {
  test('has one entry for a burst at once, and its count once it is over', async () => {
    const { clock, entries, delayOf } = open();
    for (let count = 0; count < 14; count++) await delayOf(wrongToken);
    const first = { type: 'sign_in_failed', data: { ...wrongToken, count: 1 } };
    expect(entries).toEqual([first]);
    clock.advance(60_000);
    await settled();
    clock.advance(60_000);
    await settled();
    expect(entries).toEqual([first, { type: 'sign_in_failed', data: { ...wrongToken, count: 14 } }]);
    await delayOf(wrongToken);
    expect(entries).toHaveLength(3);
  });

  test('has nothing more to say of one that stayed alone', async () => {
    const { clock, entries, delayOf } = open();
    await delayOf(wrongToken);
    clock.advance(120_000);
    await settled();
    expect(entries).toHaveLength(1);
  });

  test('is told at shutdown what was counted until then', async () => {
    const { closing, entries, delayOf } = open();
    for (let count = 0; count < 3; count++) await delayOf({ what: 'code' });
    closing.abort();
    expect(entries).toMatchObject([{ data: { count: 1 } }, { data: { what: 'code', count: 3 } }]);
  });
});
