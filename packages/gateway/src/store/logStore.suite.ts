// What every audit log must do, whatever it is kept in.
import type { Ask, LogDraft, LogQuery } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk, otherSessionId, sessionId } from '../../../../tests/support/asks.ts';
import type { LogStore } from './logStore.ts';
import type { OpenStores } from './stores.suite.ts';

export function logStoreSuite(name: string, open: OpenStores): void {
  /** Stores whose clock is set by hand, with shorthands for what these tests do. */
  const opened = async () => {
    const clock = { now: 1_000 };
    const whole = await open(() => clock.now);
    const { asks, log } = whole.stores;
    const at = (time: number, entry: LogDraft) => {
      clock.now = time;
      log.append(entry, 'relaxed');
    };
    const numbers = (query: LogQuery) => log.page(query).entries.map(({ number }) => number);
    return { ...whole, asks, log, clock, at, numbers };
  };
  const stopped: LogDraft = { type: 'gateway_stopped', data: {} };
  const started = (id: string): LogDraft => ({ type: 'session_started', sessionId: id, data: {} });
  const pruned = (log: LogStore, before: number) =>
    [...log.prune(before)].reduce(
      (sum, { asks, entries }) => ({ asks: sum.asks + asks, entries: sum.entries + entries }),
      { asks: 0, entries: 0 },
    );

  describe(`log store: ${name}`, () => {
    test('numbers entries and gives them their time', async () => {
      await using house = await opened();
      house.at(10, stopped);
      house.at(20, started(sessionId));
      expect(house.log.page({}).entries).toEqual([
        { number: 2, at: 20, type: 'session_started', sessionId, data: {} },
        { number: 1, at: 10, type: 'gateway_stopped', data: {} },
      ]);
    });

    test('is read newest first, in pages, of one session or since a moment', async () => {
      await using house = await opened();
      const entries = [stopped, started(sessionId), started(otherSessionId), started(sessionId), stopped];
      for (const [index, entry] of entries.entries()) house.at(index, entry);
      expect(house.numbers({})).toEqual([5, 4, 3, 2, 1]);
      const { next } = house.log.page({ limit: 2 });
      expect(house.numbers({ limit: 2, before: next })).toEqual([3, 2]);
      expect(house.log.page({ limit: 2, before: '3' }).next).toBeUndefined();
      expect(house.numbers({ session: sessionId })).toEqual([4, 2]);
      expect(house.numbers({ since: 3 })).toEqual([5, 4]);
    });

    test('has what was granted, newest first, and nothing else', async () => {
      await using house = await opened();
      const granted = (text: string): LogDraft => ({
        type: 'rule_granted',
        sessionId,
        data: { suggestions: [{ text }], grantedBy: { type: 'terminal' } },
      });
      for (const entry of [granted('one'), stopped, granted('two')]) house.at(1, entry);
      expect(house.log.grants().map(({ data }) => data.suggestions)).toEqual([[{ text: 'two' }], [{ text: 'one' }]]);
    });

    test('is narrowed to some kinds of entries, in pages as well, and of one session', async () => {
      await using house = await opened();
      house.at(1, stopped);
      house.asks.insert(openAsk());
      house.at(2, started(sessionId));
      house.at(3, started(otherSessionId));
      house.at(4, stopped);
      const all = house.log.page({}).entries.map(({ number }) => number);
      expect(house.numbers({ kind: 'gateway' })).toEqual([all[0], all[4]]);
      expect(house.numbers({ kind: 'answers,gateway' })).toEqual([all[0], all[3], all[4]]);
      expect(house.numbers({ kind: 'agents', session: sessionId })).toEqual([all[2]]);
      const { next } = house.log.page({ kind: 'agents', limit: 1 });
      expect(house.numbers({ kind: 'agents', before: next })).toEqual([all[2]]);
    });

    test('since a moment means since then, though the clock was set back meanwhile', async () => {
      await using house = await opened();
      for (const time of [10, 50, 20, 60, 30]) house.at(time, stopped);
      const times = (since: number, limit = 50) => house.log.page({ since, limit }).entries.map(({ at }) => at);
      expect(times(30)).toEqual([30, 60, 50]);
      expect(times(30, 2)).toEqual([30, 60]);
      expect(times(61)).toEqual([]);
    });

    test('tells of an ask from its beginning on', async () => {
      await using house = await opened();
      const [ask, other] = [openAsk(), openAsk(approvalDraft({ toolCallId: 'toolu_2' }))];
      for (const raised of [ask, other]) house.asks.insert(raised);
      house.asks.replace(withPhase<Ask>({ ...ask, state: 'withdrawn' }), ['open'], 'durable');
      expect(house.log.ofAsk(ask.id).map(({ type }) => type)).toEqual(['ask_opened', 'ask_withdrawn']);
      expect(house.log.ofAsk('none')).toEqual([]);
    });

    test('[L3] forgets asks that were over before, whole, and what belongs to nothing open', async () => {
      await using house = await opened();
      house.at(1, stopped);
      house.at(1, started(sessionId));
      house.at(1, started(otherSessionId));
      const [waiting, over, young] = [openAsk(), openAsk(), openAsk(approvalDraft({ sessionId: otherSessionId }))];
      for (const ask of [waiting, over, young]) house.asks.insert(ask);
      house.clock.now = 5;
      house.asks.replace(withPhase<Ask>({ ...over, state: 'settled', settledAt: 5 }), ['open'], 'durable');
      house.clock.now = 9;
      house.asks.replace(withPhase<Ask>({ ...young, state: 'settled', settledAt: 9 }), ['open'], 'durable');
      expect(pruned(house.log, 6)).toEqual({ asks: 1, entries: 4 });
      expect(house.asks.page({ limit: 10 }).asks.map(({ id }) => id)).toEqual([young.id, waiting.id]);
      const left = house.log.page({}).entries.map(({ type, sessionId: of }) => [type, of]);
      expect(left).toEqual([
        ['ask_settled', otherSessionId],
        ['ask_opened', otherSessionId],
        ['ask_opened', sessionId],
        ['session_started', sessionId],
      ]);
      expect(pruned(house.log, 6)).toEqual({ asks: 0, entries: 0 });
    });

    test('of the old tries to deliver an answer that still waits, the last stays', async () => {
      await using house = await opened();
      const ask = withPhase<Ask>({ ...openAsk(), state: 'answered', answer: { type: 'approve' } });
      house.asks.insert(ask);
      for (const attempts of [1, 2, 3]) {
        house.clock.now = attempts;
        const failedDelivery = { attempts, failedAt: attempts, message: 'No key.', nextAt: attempts + 1 };
        house.asks.replace(withPhase<Ask>({ ...ask, failedDelivery }), ['answered'], 'relaxed');
      }
      expect(pruned(house.log, 10)).toEqual({ asks: 0, entries: 2 });
      expect(house.log.ofAsk(ask.id)).toMatchObject([
        { type: 'ask_opened' },
        { type: 'ask_delivery_failed', data: { changed: { failedDelivery: { attempts: 3 } } } },
      ]);
    });
  });
}
