import { statSync } from 'node:fs';
import type { Ask } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk, otherSessionId, sessionId } from '../../../../tests/support/asks.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { auditLogOf } from '../../../../tests/support/testAuditLog.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { sqliteStores } from '../store/sqlite/sqliteStores.ts';
import { rebuildAsks } from './rebuildAsks.ts';
import { startRetention } from './retention.ts';

const dayMs = 24 * 60 * 60_000;

async function house(keepDays = 90) {
  const folder = tempFolder();
  const path = folder.at('beckon.db');
  const clock = new TestClock();
  const database = await openDatabase(path);
  const now = () => clock.now();
  const auditLog = auditLogOf(database, now);
  const stores = sqliteStores(database, now);
  const store = stores.asks;
  const failures: unknown[] = [];
  const start = () =>
    startRetention({
      stores,
      auditLog,
      forgetSessions: async () => undefined,
      clock,
      keepDays,
      onFailure: (error) => failures.push(error),
    });
  const settle = (ask: Ask) =>
    store.replace(withPhase<Ask>({ ...ask, state: 'settled', settledAt: now() }), ['open'], 'durable');
  const raise = (change: Parameters<typeof approvalDraft>[0] = {}) => {
    const ask = openAsk(approvalDraft(change));
    store.insert(ask);
    return ask;
  };
  return {
    path,
    clock,
    database,
    auditLog,
    failures,
    start,
    settle,
    raise,
    replace: store.replace,
    pages: () => Number(database.relaxed.get('PRAGMA page_count')?.['page_count']),
    asks: () => store.page({ limit: 10_000 }).asks,
    entries: () => auditLog.page({ limit: 10_000 }).entries.toReversed(),
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}

describe('retention', () => {
  test('forgets asks that were over before the time that is kept, with all that the log has of them', async () => {
    using stage = await house();
    const old = stage.raise();
    stage.settle(old);
    stage.clock.advance(60 * dayMs);
    const young = stage.raise();
    stage.settle(young);
    stage.clock.advance(31 * dayMs);
    stage.start();
    stage.clock.advance(5_000);
    expect(stage.asks().map(({ id }) => id)).toEqual([young.id]);
    expect(stage.auditLog.ofAsk(old.id)).toEqual([]);
    expect(stage.auditLog.ofAsk(young.id)).toHaveLength(2);
    expect(stage.entries().at(-1)).toMatchObject({ type: 'history_pruned', data: { asks: 1, entries: 2 } });
  });

  test('[L3] an ask that is open stays, however old, with its log and that of its session', async () => {
    using stage = await house();
    stage.auditLog.append({ type: 'session_started', sessionId, data: {} }, 'relaxed');
    stage.auditLog.append({ type: 'session_started', sessionId: otherSessionId, data: {} }, 'relaxed');
    stage.auditLog.append({ type: 'gateway_started', data: { version: '1' } }, 'relaxed');
    const open = stage.raise();
    stage.clock.advance(365 * dayMs);
    stage.start();
    stage.clock.advance(5_000);
    expect(stage.asks()).toEqual([open]);
    expect(stage.entries().map(({ type, sessionId: of }) => [type, of])).toEqual([
      ['session_started', sessionId],
      ['ask_opened', sessionId],
      ['history_pruned', undefined],
    ]);
  });

  test('of an answer that was never delivered, the old tries go, all but the last; the log still leads to it', async () => {
    using stage = await house();
    let ask = withPhase<Ask>({
      ...stage.raise(),
      answer: { type: 'approve' },
      answeredAt: stage.clock.now(),
      state: 'answered',
    });
    stage.replace(ask, ['open'], 'durable');
    const fail = (attempts: number) => {
      const at = stage.clock.now();
      ask = withPhase<Ask>({
        ...ask,
        failedDelivery: { attempts, failedAt: at, message: 'No key.', nextAt: at + 1000 },
      });
      stage.replace(ask, ['answered'], 'relaxed');
      stage.clock.advance(60_000);
    };
    for (let attempts = 1; attempts <= 1200; attempts++) fail(attempts);
    stage.clock.advance(91 * dayMs);
    stage.start();
    stage.clock.advance(5_000);
    const tries = () => stage.auditLog.ofAsk(ask.id).filter(({ type }) => type === 'ask_delivery_failed');
    expect(tries()).toMatchObject([{ data: { changed: { failedDelivery: { attempts: 1200 } } } }]);
    expect([...rebuildAsks(stage.entries()).values()]).toEqual([ask]);
    fail(1201);
    stage.clock.advance(dayMs);
    expect(tries()).toMatchObject([{ data: { changed: { failedDelivery: { attempts: 1201 } } } }]);
    expect([...rebuildAsks(stage.entries()).values()]).toEqual([ask]);
    expect(stage.failures).toEqual([]);
  });

  test('what is left of the log leads to every ask that is left', async () => {
    using stage = await house();
    for (let day = 0; day < 200; day++) {
      const ask = stage.raise();
      if (day % 3 > 0) stage.settle(ask);
      stage.clock.advance(dayMs);
    }
    stage.start();
    stage.clock.advance(60_000);
    expect(stage.asks().length).toBeLessThan(150);
    expect([...rebuildAsks(stage.entries()).values()]).toEqual(stage.asks().toReversed());
  });

  test('runs again every day, and does nothing more once it is closed', async () => {
    using stage = await house(1);
    const { close } = stage.start();
    for (let day = 0; day < 5; day++) {
      stage.settle(stage.raise());
      stage.clock.advance(dayMs);
    }
    expect(stage.asks().length).toBeLessThanOrEqual(2);
    close();
    expect(stage.clock.timerCount).toBe(0);
  });

  test('works in small pieces, between which others get their turn', async () => {
    using stage = await house();
    for (let index = 0; index < 250; index++) stage.settle(stage.raise());
    stage.clock.advance(100 * dayMs);
    stage.start();
    stage.clock.advance(1_000);
    expect(stage.asks()).toHaveLength(150);
    stage.clock.advance(20);
    expect(stage.asks()).toHaveLength(50);
  });

  test('keeps all of it for ever where that is wanted', async () => {
    using stage = await house(0);
    stage.settle(stage.raise());
    stage.clock.advance(10_000 * dayMs);
    stage.start();
    stage.clock.advance(dayMs);
    expect(stage.asks()).toHaveLength(1);
  });

  test('the file gets smaller', async () => {
    using stage = await house();
    for (let index = 0; index < 100; index++) stage.settle(stage.raise({ input: { text: 'x'.repeat(20_000) } }));
    stage.clock.advance(100 * dayMs);
    stage.database.durable.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const [bytes, pages] = [statSync(stage.path).size, stage.pages()];
    stage.start();
    stage.clock.advance(60_000);
    expect(stage.pages()).toBeLessThan(pages / 10);
    expect(statSync(stage.path).size).toBeLessThan(bytes / 10);
    expect(stage.database.durable.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  test('a disk that fails is left alone until the next day', async () => {
    using stage = await house();
    stage.settle(stage.raise());
    stage.clock.advance(100 * dayMs);
    stage.database.relaxed.get('PRAGMA query_only = ON');
    stage.start();
    stage.clock.advance(60_000);
    expect(stage.failures).toHaveLength(1);
    stage.database.relaxed.get('PRAGMA query_only = OFF');
    stage.clock.advance(dayMs);
    expect(stage.asks()).toEqual([]);
  });
});
