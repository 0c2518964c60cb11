import type { Ask } from '@beckon/protocol';
import { withPhase, LogEntry, logEntryText } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { allowTouch, approvalDraft, openAsk, sessionId } from '../../../../tests/support/asks.ts';
import { auditLogOf } from '../../../../tests/support/testAuditLog.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteAskStore } from '../store/sqlite/sqliteAskStore.ts';

async function openHistory() {
  const database = await openDatabase();
  let now = 1_000;
  const auditLog = auditLogOf(database, () => now++);
  const store = createSqliteAskStore(database, auditLog);
  return { database, auditLog, store, [Symbol.dispose]: () => database.close() };
}

const answered = (ask: Ask, change: Partial<Ask> = {}): Ask =>
  withPhase({
    ...ask,
    state: 'answered',
    answer: { type: 'approve' },
    answeredAt: 2_000,
    answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
    ...change,
  } as Ask);

describe('the audit log', () => {
  test('the first entry of an ask holds it whole, later ones what it is about and what changed', async () => {
    using house = await openHistory();
    const ask = openAsk(approvalDraft({ input: { command: 'x'.repeat(10_000) } }));
    house.store.insert(ask);
    house.store.replace(answered(ask), ['open'], 'durable');
    house.store.replace(answered(ask, { state: 'delivered', deliveredAt: 3_000 }), ['answered'], 'relaxed');
    const common = { sessionId, askId: ask.id };
    const call = { toolName: 'Bash', gist: `${'x'.repeat(60)} …` };
    expect(house.auditLog.ofAsk(ask.id)).toEqual([
      { number: 1, at: 1_000, type: 'ask_opened', ...common, data: { ask } },
      {
        number: 2,
        at: 1_001,
        type: 'ask_answered',
        ...common,
        data: {
          ...call,
          changed: {
            state: 'answered',
            phase: 'held',
            answer: { type: 'approve' },
            answeredAt: 2_000,
            answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
          },
        },
      },
      {
        number: 3,
        at: 1_002,
        type: 'ask_delivered',
        ...common,
        data: { ...call, changed: { state: 'delivered', phase: 'handed', deliveredAt: 3_000 } },
      },
    ]);
  });

  test('what an answer takes away is named, and a change of anything else is an entry too', async () => {
    using house = await openHistory();
    const ask = openAsk();
    house.store.insert(ask);
    house.store.replace(answered(ask), ['open'], 'durable');
    house.store.replace(ask, ['answered'], 'durable');
    house.store.replace({ ...ask, expiresAt: 9 }, ['open'], 'durable');
    expect(house.auditLog.ofAsk(ask.id).slice(2)).toMatchObject([
      { type: 'ask_reopened', data: { changed: { state: 'open' }, removed: ['answer', 'answeredAt', 'answeredBy'] } },
      { type: 'ask_changed', data: { changed: { expiresAt: 9 } } },
    ]);
  });

  test('[L4] a rule that a person granted is there with its exact scope and who granted it', async () => {
    using house = await openHistory();
    const ask = openAsk();
    house.store.insert(ask);
    house.store.replace(answered(ask, { answer: { type: 'approve', remember: true } }), ['open'], 'durable');
    const [granted] = house.auditLog.page({ limit: 1 }).entries;
    expect(granted).toMatchObject({
      type: 'rule_granted',
      askId: ask.id,
      data: { suggestions: [allowTouch], grantedBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' } },
    });
    expect(logEntryText(granted!)).toBe('Granted on Firefox on Linux: Allow Bash(touch:*), for this session');
  });

  test('[L4] of several rules only those that a person chose are granted', async () => {
    using house = await openHistory();
    const other = { ...allowTouch, text: 'Allow Bash(rm:*), for this session' };
    const ask = { ...openAsk(), suggestions: [other, allowTouch] };
    house.store.insert(ask);
    house.store.replace(answered(ask, { answer: { type: 'approve', remember: [1] } }), ['open'], 'durable');
    const [granted] = house.auditLog.page({ limit: 1 }).entries;
    expect(granted).toMatchObject({ type: 'rule_granted', data: { suggestions: [allowTouch] } });
  });

  test('[L1] an answer that lost leaves no entry', async () => {
    using house = await openHistory();
    const ask = openAsk();
    house.store.insert(ask);
    house.store.replace(answered(ask), ['open'], 'durable');
    expect(house.store.replace(answered(ask, { answer: { type: 'deny' } }), ['open'], 'durable')).toBe(false);
    expect(house.auditLog.ofAsk(ask.id)).toHaveLength(2);
  });

  test('a change and its entry are kept both or not at all', async () => {
    using house = await openHistory();
    const failing = createSqliteAskStore(house.database, {
      append() {
        throw new Error('no room');
      },
    });
    const ask = openAsk();
    expect(() => failing.insert(ask)).toThrow('no room');
    expect(house.store.find(ask.id)).toBeUndefined();
    house.store.insert(ask);
    expect(() => failing.replace(answered(ask), ['open'], 'durable')).toThrow('no room');
    expect(house.store.find(ask.id)).toEqual(ask);
  });

  test('every entry is what the schema says, and has words', async () => {
    using house = await openHistory();
    const ask = openAsk();
    house.store.insert(ask);
    house.store.replace(answered(ask, { answer: { type: 'approve', remember: true } }), ['open'], 'durable');
    const withdrawn = { state: 'withdrawn', withdrawnAt: 3, withdrawalReason: 'interrupted' } as const;
    house.store.replace(answered(ask, withdrawn), ['answered'], 'durable');
    for (const entry of house.auditLog.page({}).entries) {
      expect(LogEntry.parse(entry)).toEqual(entry);
      expect(logEntryText(entry)).not.toBe('');
    }
  });
});
