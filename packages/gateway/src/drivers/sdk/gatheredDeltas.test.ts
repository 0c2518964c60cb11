import type { AgentEvent } from '../driver.ts';
import { expect, it } from 'vitest';
import { GatheredDeltas } from './gatheredDeltas.ts';

const said = (text: string, messageId = 'm'): AgentEvent => ({ type: 'text_delta', data: { messageId, text } });
const thought = (text: string): AgentEvent => ({ type: 'thinking_delta', data: { messageId: 'm', text } });
const typed = (inputText: string, toolCallId = 'c'): AgentEvent => ({
  type: 'tool_call_delta',
  data: { toolCallId, inputText },
});
const nextPiece = () => new Promise((resolve) => setImmediate(resolve));

function gathered() {
  const told: AgentEvent[] = [];
  const deltas = new GatheredDeltas((event) => told.push(event));
  return { told, add: (...events: AgentEvent[]) => events.forEach((event) => deltas.add(event)), deltas };
}

it('tells deltas of one piece that go on with each other as one, with no further wait', async () => {
  const { told, add } = gathered();
  add(said('Hel'), said('lo'), said(', you'));
  expect(told).toEqual([]);
  await nextPiece();
  expect(told).toEqual([said('Hello, you')]);
  add(said('.'));
  await nextPiece();
  expect(told).toEqual([said('Hello, you'), said('.')]);
});

it('keeps the order, and joins nothing that belongs elsewhere', async () => {
  const { told, add } = gathered();
  const ended: AgentEvent = { type: 'notice', data: { messageId: 'n', createdAt: 1, level: 'info', text: 'n' } };
  add(thought('a'), said('b'), said('c', 'other'), typed('{'), typed('}'), typed('{', 'd'), ended, said('e'));
  await nextPiece();
  expect(told).toEqual([thought('a'), said('b'), said('c', 'other'), typed('{}'), typed('{', 'd'), ended, said('e')]);
});

it('tells what it has when it is asked to, once', async () => {
  const { told, add, deltas } = gathered();
  add(said('a'));
  deltas.tell();
  await nextPiece();
  expect(told).toEqual([said('a')]);
});
