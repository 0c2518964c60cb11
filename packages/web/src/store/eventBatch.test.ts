import type { Ask, GatewayEvent, ReceivedEvent } from '@beckon/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { approval, sessionId } from '../test/fixtures.ts';
import { createEventBatch } from './eventBatch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function openBatch() {
  const applied: number[][] = [];
  const batch = createEventBatch((events: ReceivedEvent[]) => applied.push(events.map(({ seq }) => seq)));
  return { batch, applied };
}

const delta = (seq: number): GatewayEvent => ({
  type: 'text_delta',
  sessionId,
  seq,
  data: { messageId: 'm', text: 'x' },
});
const step = (seq: number, ask: Partial<Ask>): GatewayEvent => ({
  type: 'ask_changed',
  sessionId,
  seq,
  data: { ask: approval(ask as Partial<ReturnType<typeof approval>>) },
});
const answered = { state: 'answered', phase: 'handed', answer: { type: 'approve' } } as const;

it('gathers what an agent writes, and passes everything on in order as soon as an ask is raised', () => {
  const { batch, applied } = openBatch();
  batch.add(delta(1));
  batch.add({ type: 'tool_call_end', sessionId, seq: 2, data: { toolCallId: 'toolu_1', input: {} } });
  expect(applied).toEqual([]);
  batch.add({ type: 'approval_required', sessionId, seq: 3, data: { ask: approval() } });
  expect(applied).toEqual([[1, 2, 3]]);
  batch.add(delta(4));
  vi.runAllTimers();
  expect(applied).toEqual([[1, 2, 3], [4]]);
});

it('draws the steps of an answer, which follow each other, once', () => {
  const { batch, applied } = openBatch();
  batch.add(step(1, answered));
  batch.add(step(2, { ...answered, state: 'delivered' }));
  batch.add(step(3, { ...answered, state: 'settled', phase: 'done' }));
  expect(applied).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(applied).toEqual([[1, 2, 3]]);
});

it('lets what an agent writes wait no longer because a step of an ask came before it', () => {
  const { batch, applied } = openBatch();
  batch.add(step(1, answered));
  batch.add(delta(2));
  vi.advanceTimersByTime(40);
  expect(applied).toEqual([[1, 2]]);
});

it('[L7] passes on at once that nobody waits for an ask any more', () => {
  const { batch, applied } = openBatch();
  batch.add(step(1, answered));
  batch.add(step(2, { state: 'withdrawn', phase: 'withdrawn', withdrawalReason: 'interrupted' }));
  expect(applied).toEqual([[1, 2]]);
});

it('waits for no timer in a hidden tab, where that may come a minute late', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { batch, applied } = openBatch();
  batch.add(step(1, answered));
  expect(applied).toEqual([[1]]);
});

it('passes on what it has gathered when it is closed, and nothing again', () => {
  const { batch, applied } = openBatch();
  batch.add(step(1, answered));
  batch.close();
  vi.runAllTimers();
  expect(applied).toEqual([[1]]);
});
