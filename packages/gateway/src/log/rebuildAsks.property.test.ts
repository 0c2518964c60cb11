// The audit log is enough: whatever happens to asks, and wherever the disk fails or the process dies, the log alone
// leads to the very asks that the store holds.
import type { Answer, AskId } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDraft, otherSessionId, questionDraft, sessionId } from '../../../../tests/support/asks.ts';
import { Crash, FaultyStore } from '../../../../tests/support/faultyStore.ts';
import { auditLogOf } from '../../../../tests/support/testAuditLog.ts';
import type { Database } from '../store/sqlite/database.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { admission } from '../asks/admission.ts';
import { Ledger } from '../asks/ledger.ts';
import { createSqliteAskStore } from '../store/sqlite/sqliteAskStore.ts';
import { rebuildAsks } from './rebuildAsks.ts';

interface Life {
  ledger: Ledger;
  disk: FaultyStore;
}
type Act = (life: Life) => void;

const session = fc.constantFrom(sessionId, otherSessionId);
const call = fc.constantFrom('a', 'b', 'q');
const answers: Answer[] = [
  { type: 'approve' },
  { type: 'approve', remember: true },
  { type: 'approve', updatedInput: { command: 'ls \0 ‮ \ud83d' } },
  { type: 'deny', message: 'not "here"' },
  { type: 'answers', answers: { '0': 'SQLite', '1': '["Search"]' } },
];

const newestOf = ({ ledger }: Life, toolCallId: string): AskId =>
  ledger.unfinished().findLast((ask) => ask.toolCallId === toolCallId)?.id ?? sessionId;

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(session, call, fc.json()).map(([id, toolCallId, input]): Act => (life) => {
    const draft = toolCallId === 'q' ? questionDraft : approvalDraft;
    life.ledger.open(draft({ sessionId: id, toolCallId, input: { input } }));
  }),
  fc.tuple(session, call, fc.constantFrom(...answers)).map(([id, toolCallId, answer]): Act => (life) => {
    life.ledger.answer({ sessionId: id, toolCallId }, answer, {
      type: 'device',
      id: 'd1',
      name: 'test',
      clientKey: toolCallId,
    });
  }),
  call.map(
    (toolCallId): Act =>
      (life) =>
        life.ledger.delivered(newestOf(life, toolCallId)),
  ),
  fc.tuple(session, call).map(
    ([id, toolCallId]): Act =>
      (life) =>
        life.ledger.observe(id, toolCallId, 'ran'),
  ),
  call.map(
    (toolCallId): Act =>
      (life) =>
        life.ledger.withdraw(newestOf(life, toolCallId), 'interrupted'),
  ),
  call.map(
    (toolCallId): Act =>
      (life) =>
        life.ledger.hand(newestOf(life, toolCallId)),
  ),
  call.map(
    (toolCallId): Act =>
      (life) =>
        void life.ledger.takeBack(newestOf(life, toolCallId)),
  ),
  fc.tuple(call, fc.boolean()).map(([toolCallId, isOrphaned]): Act => (life) => {
    life.ledger.park(newestOf(life, toolCallId), { reason: 'agent_gone', isOrphaned });
  }),
  fc.tuple(call, fc.constantFrom('shown' as const, 'seen' as const)).map(([toolCallId, how]): Act => (life) => {
    life.ledger.noteReceipt(newestOf(life, toolCallId), how, { id: toolCallId, name: 'a phone' });
  }),
  fc.constant<Act>((life) => life.ledger.writeUnwritten()),
  fc.integer({ min: 1, max: 4 }).map(
    (nth): Act =>
      (life) =>
        void (life.disk.failingWrite = nth),
  ),
  fc.integer({ min: 1, max: 6 }).map(
    (nth): Act =>
      (life) =>
        void (life.disk.crashingWrite = nth),
  ),
);

function start(database: Database): Life {
  const disk = new FaultyStore(createSqliteAskStore(database, auditLogOf(database)));
  const options = { admit: admission(), listeners: [], onUnwritten: () => undefined };
  return { disk, ledger: new Ledger({ store: disk.store, now: () => 1, ...options }) };
}

test('[L2] [L3] the log alone leads to every ask as the store has it', async () => {
  const property = fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
    const database = await openDatabase();
    try {
      let life = start(database);
      for (const step of acts) {
        try {
          step(life);
        } catch (error) {
          // Refusals are part of life; a ledger on a dead process is followed by the next one.
          if (error instanceof Crash) life = start(database);
        }
      }
      const stored = database.durable.all('SELECT json FROM asks ORDER BY number').map(({ json }) => parsed(json));
      const { entries } = auditLogOf(database).page({ limit: 10_000 });
      expect([...rebuildAsks(entries.toReversed()).values()]).toEqual(stored);
    } finally {
      database.close();
    }
  });
  await fc.assert(property, { numRuns: 300 });
});

const parsed = (json: unknown): unknown => JSON.parse(String(json));
