import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { Effect, Happening, HappeningType, Life, LifeName } from './life.ts';
import { afterHappening, table } from './lifeTable.ts';

const error = new BeckonError('agent_unavailable', 'There is no claude here.');
const end = { reason: 'agent_gone', message: 'killed' } as const;
const idle = { reason: 'idle' } as const;

const wanted: Happening = { type: 'wanted', isQuiet: false };
const startFailed: Happening = { type: 'start_failed', error, end, wasHanded: false };
const agentEnded: Happening = { type: 'agent_ended', end, livedBriefly: true };

const ending = (next: 'rest' | 'start' | 'leave' | 'remove'): Life => ({
  name: 'ending',
  next,
  stock: { reason: 'limit' },
});
const stock = (next: 'rest' | 'start' | 'leave' | 'remove'): Life => ({ name: 'takingStock', next });
const life = (name: Exclude<LifeName, 'ending' | 'takingStock'>): Life => ({ name });

/** The state, with what comes after it where it has that. */
const inShort = (state: Life) => ('next' in state ? `${state.name}, then ${state.next}` : state.name);
const types = (effects: Effect[]) => effects.map(({ type }) => type);

describe('what happens leads to the next state, and says what is to be done', () => {
  test.each<[Life, Happening, string, Effect['type'][]]>([
    [life('resting'), wanted, 'atDoor', ['show_starting', 'look_at_folder']],
    [life('resting'), { type: 'wanted', isQuiet: true }, 'atDoor', ['look_at_folder']],
    [
      life('resting'),
      { type: 'lost', reason: 'agent_gone', isKnown: false },
      'takingStock, then rest',
      ['park', 'show_end_or_parked', 'take_stock'],
    ],
    [life('resting'), { type: 'lost', reason: 'agent_gone', isKnown: true }, 'takingStock, then rest', ['take_stock']],
    [life('resting'), { type: 'leave', agent: 'ends' }, 'left', []],
    [life('resting'), { type: 'remove' }, 'removed', ['withdraw_asks', 'forget']],

    [life('atDoor'), wanted, 'atDoor', ['show_starting']],
    [life('atDoor'), { type: 'let_in' }, 'queued', ['ask_for_room']],
    [life('atDoor'), { type: 'turned_away', error, end }, 'resting', ['show_end', 'refuse']],
    [life('atDoor'), { type: 'unwanted', end: idle }, 'resting', ['leave_door', 'refuse', 'show_end_or_parked']],
    [life('atDoor'), { type: 'close', end: idle }, 'resting', ['leave_door', 'refuse', 'show_end']],
    [life('atDoor'), { type: 'leave', agent: 'ends' }, 'left', ['leave_door', 'show_end_or_parked', 'refuse']],
    [life('atDoor'), { type: 'remove' }, 'removed', ['leave_door', 'refuse', 'withdraw_asks', 'forget']],

    [life('queued'), wanted, 'queued', ['show_starting']],
    [life('queued'), { type: 'room_given' }, 'starting', ['start_agent']],
    [life('queued'), { type: 'unwanted', end: idle }, 'resting', ['leave_queue', 'refuse', 'show_end_or_parked']],
    [life('queued'), { type: 'close', end: idle }, 'resting', ['leave_queue', 'refuse', 'show_end']],
    [life('queued'), { type: 'leave', agent: 'ends' }, 'left', ['leave_queue', 'refuse']],
    [life('queued'), { type: 'remove' }, 'removed', ['leave_queue', 'refuse', 'withdraw_asks', 'forget']],

    [life('starting'), wanted, 'starting', ['show_starting']],
    [life('starting'), { type: 'started' }, 'running', []],
    [life('starting'), { type: 'not_trusted' }, 'atDoor', ['free_room', 'look_at_folder']],
    [life('starting'), startFailed, 'resting', ['free_room', 'show_end', 'refuse']],
    [
      life('starting'),
      { ...startFailed, wasHanded: true },
      'takingStock, then rest',
      ['free_room', 'show_end_or_parked', 'refuse', 'take_stock'],
    ],
    [life('starting'), agentEnded, 'ending, then rest', ['park', 'show_end_or_parked', 'refuse', 'await_start']],
    [life('starting'), { type: 'close', end: idle }, 'ending, then rest', ['refuse', 'show_end', 'close_agent']],
    [
      life('starting'),
      { type: 'remove' },
      'ending, then remove',
      ['withdraw_asks', 'refuse', 'show_end', 'close_agent'],
    ],

    [life('running'), agentEnded, 'takingStock, then rest', ['park', 'free_room', 'show_end_or_parked', 'take_stock']],
    [life('running'), { type: 'close', end: idle }, 'ending, then rest', ['show_end', 'close_agent']],
    [
      life('running'),
      { type: 'suspend', reason: 'limit' },
      'ending, then rest',
      ['park', 'show_end_or_parked', 'suspend_agent'],
    ],
    [life('running'), { type: 'leave', agent: 'lives on' }, 'lettingGo', ['let_agent_go']],
    [
      life('running'),
      { type: 'leave', agent: 'waits' },
      'ending, then leave',
      ['park', 'show_end_or_parked', 'suspend_agent'],
    ],
    [life('running'), { type: 'leave', agent: 'ends' }, 'ending, then leave', ['show_end', 'close_agent']],
    [life('running'), { type: 'remove' }, 'ending, then remove', ['withdraw_asks', 'show_end', 'close_agent']],

    ...[ending, stock].flatMap<[Life, Happening, string, Effect['type'][]]>((of) => {
      const { name } = of('rest');
      return [
        [of('rest'), wanted, `${name}, then start`, ['show_starting']],
        [of('leave'), wanted, `${name}, then leave`, ['refuse']],
        [of('remove'), wanted, `${name}, then remove`, ['refuse']],
        [of('start'), { type: 'unwanted', end: idle }, `${name}, then rest`, ['refuse', 'show_end_or_parked']],
        [of('start'), { type: 'close', end: idle }, `${name}, then rest`, ['refuse', 'show_end_or_parked']],
        [of('rest'), { type: 'unwanted', end: idle }, `${name}, then rest`, []],
        [of('remove'), { type: 'close', end: idle }, `${name}, then remove`, []],
        [of('start'), { type: 'leave', agent: 'ends' }, `${name}, then leave`, ['refuse']],
        [of('remove'), { type: 'leave', agent: 'ends' }, `${name}, then remove`, ['refuse']],
        [of('start'), { type: 'remove' }, `${name}, then remove`, ['withdraw_asks', 'refuse']],
        [of('leave'), { type: 'remove' }, `${name}, then remove`, ['withdraw_asks', 'refuse']],
      ];
    }),
    [ending('start'), { type: 'gone' }, 'takingStock, then start', ['free_room', 'take_stock']],
    [stock('rest'), { type: 'stock_taken' }, 'resting', ['bring_answers']],
    [stock('start'), { type: 'stock_taken' }, 'atDoor', ['look_at_folder', 'bring_answers']],
    [stock('leave'), { type: 'stock_taken' }, 'left', []],
    [stock('remove'), { type: 'stock_taken' }, 'removed', ['forget']],

    [life('lettingGo'), { type: 'gone' }, 'left', []],
    [life('lettingGo'), wanted, 'lettingGo', ['refuse']],
    [life('left'), wanted, 'left', ['refuse']],
    [life('removed'), wanted, 'removed', ['refuse']],
  ])('%o, %o: %s', (before, happening, next, effects) => {
    const after = afterHappening(before, happening);
    expect(inShort(after.life)).toBe(next);
    expect(types(after.effects)).toEqual(effects);
  });
});

test('what cannot happen in a state, or changes nothing there, says why, and does nothing', () => {
  const states: Life[] = [
    ...(['resting', 'atDoor', 'queued', 'starting', 'running', 'lettingGo', 'left', 'removed'] as const).map(life),
    ...[ending, stock].flatMap((of) => (['rest', 'start', 'leave', 'remove'] as const).map(of)),
  ];
  const ignored = states.flatMap((state) =>
    (Object.entries(table[state.name]) as [HappeningType, unknown][]).flatMap(([type, step]) =>
      typeof step === 'string' ? [{ state, type, why: step }] : [],
    ),
  );
  expect(ignored.length).toBeGreaterThan(80);
  for (const { state, type, why } of ignored) {
    expect(why).toMatch(/\w+ \w+/);
    expect(afterHappening(state, { type } as Happening)).toEqual({ life: state, effects: [] });
  }
});

test('whatever ends an agent leads through taking stock, and from there nothing starts before it is taken', () => {
  const ends: Happening[] = [
    { type: 'close', end: idle },
    { type: 'suspend', reason: 'limit' },
    { type: 'leave', agent: 'waits' },
    { type: 'remove' },
  ];
  for (const happening of ends) {
    const { life: first } = afterHappening(life('running'), happening);
    const { life: meanwhile, effects } = afterHappening(first, wanted);
    expect(types(effects)).not.toContain('start_agent');
    const gone = afterHappening(meanwhile, { type: 'gone' });
    expect(gone.life.name).toBe('takingStock');
    expect(types(gone.effects)).toEqual(['free_room', 'take_stock']);
  }
});
