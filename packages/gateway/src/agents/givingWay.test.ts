import { expect, test } from 'vitest';
import type { Ask } from '@beckon/protocol';
import { openAsk } from '../../../../tests/support/asks.ts';
import type { Standing } from './givingWay.ts';
import { nextInLine, whoGivesWay } from './givingWay.ts';
import { defaultMostAgents } from './startQueue.ts';
import type { Situation } from './standing.ts';
import { standingOf } from './standing.ts';

const at = (name: string, standing: Standing) => ({ name, standing });
const idle = (since: number): Standing => ({ is: 'idle', since });
const waiting = (since: number): Standing => ({ is: 'waiting', since });
const working: Standing = { is: 'working' };
const leaving: Standing = { is: 'leaving' };

test.each<[string, { tenants: ReturnType<typeof at>[]; wanted: number }, string[]]>([
  ['nobody is needed', { tenants: [at('a', idle(1))], wanted: 0 }, []],
  ['one that works never does', { tenants: [at('a', working), at('b', working)], wanted: 2 }, []],
  ['the longest at rest is first', { tenants: [at('a', idle(2)), at('b', idle(1))], wanted: 1 }, ['b']],
  ['one at rest comes before one that waits', { tenants: [at('a', waiting(1)), at('b', idle(9))], wanted: 1 }, ['b']],
  [
    'then the longest waiting',
    { tenants: [at('a', waiting(3)), at('b', idle(9)), at('c', waiting(2))], wanted: 2 },
    ['b', 'c'],
  ],
  ['one that leaves already counts', { tenants: [at('a', leaving), at('b', idle(1))], wanted: 1 }, []],
  ['no more than are needed', { tenants: [at('a', leaving), at('b', idle(1)), at('c', idle(2))], wanted: 2 }, ['b']],
])('who gives way: %s', (_, { tenants, wanted }, names) => {
  expect(whoGivesWay(tenants, wanted).map(({ name }) => name)).toEqual(names);
});

test('answers come before messages, else whoever came first', () => {
  const start = (name: string, hasAnswer: boolean) => ({ name, hasAnswer });
  expect(nextInLine([])).toBeUndefined();
  expect(nextInLine([start('a', false), start('b', false)])?.name).toBe('a');
  expect(nextInLine([start('a', false), start('b', true), start('c', true)])?.name).toBe('b');
});

const suspend = async () => undefined;
const ready = { state: 'user_turn', lastActivityAt: 7 } as const;
const inTurn = { state: 'assistant_turn', lastActivityAt: 7 } as const;
const ask = (changes: Partial<Ask> = {}) => ({ ...openAsk(), createdAt: 3, ...changes }) as Ask;

test.each<[string, Omit<Situation, 'asksInLine'> & { asksInLine?: number }, Standing]>([
  ['ready, nothing unfinished', { agent: { suspend }, session: ready, asks: [] }, idle(7)],
  ['in its turn', { agent: { suspend }, session: inTurn, asks: [] }, working],
  ['a command runs in the background', { agent: { suspend, isBusy: true }, session: ready, asks: [] }, working],
  ['it lives on without the gateway', { agent: { leave: suspend }, session: ready, asks: [] }, working],
  ['it waits', { agent: { suspend }, session: inTurn, asks: [ask()] }, waiting(3)],
  ['it has asked more than is open', { agent: { suspend }, session: inTurn, asks: [ask()], asksInLine: 1 }, working],
  ['it waits and cannot be parked', { agent: {}, session: inTurn, asks: [ask()] }, working],
  ['a subagent waits', { agent: { suspend }, session: inTurn, asks: [ask({ agentId: 'sub' })] }, working],
  ['it has an answer', { agent: { suspend }, session: inTurn, asks: [ask(), ask({ phase: 'handed' })] }, working],
  [
    'only what has no agent waits',
    { agent: { suspend }, session: ready, asks: [ask({ phase: 'orphaned' })] },
    waiting(3),
  ],
  [
    'it works beside what has none',
    { agent: { suspend }, session: inTurn, asks: [ask({ phase: 'orphaned' })] },
    working,
  ],
])('what an agent does: %s', (_, situation, standing) => {
  expect(standingOf({ asksInLine: 0, ...situation })).toEqual(standing);
});

test('there is room for as many agents as half of the memory holds, and for four at least', () => {
  expect(defaultMostAgents(16 * 2 ** 30)).toBe(32);
  expect(defaultMostAgents(2 ** 30)).toBe(4);
});
