// The life of a session, stated once: what can happen to it in which state, what it is afterwards, and what has to be
// done for that. Pure: `lifeRunner.ts` does what is to be done, and tells what came of it as the next happening.
import type { ParkReason } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { BetweenAgents, Effect, End, Happening, Life, Next, Refusal, Row, Step, Stock, Table } from './life.ts';

export function afterHappening(life: Life, happening: Happening): { life: Life; effects: Effect[] } {
  // Each state and each type of happening have a step of their own; the compiler cannot see that through the lookup.
  const step = table[life.name][happening.type] as string | ((happening: Happening, life: Life) => Step);
  if (typeof step === 'string') return { life, effects: [] };
  const [next, ...effects] = step(happening, life);
  return { life: next, effects };
}

/** What is said of an agent that died without a word. */
export const diedAtOnce = 'The agent ended as soon as it was started.';

const stopped: End = { reason: 'gateway_stopped' };

const noAgent = 'there is no agent that this could come from, or happen to';
const notStarting = 'no agent is being started';
const notQueued = 'it asks for no room';
const notAtDoor = 'it stands at no door';
const noStock = 'no stock is being taken';
const isRunning = 'there is an agent';
const itsEndIsAwaited = 'its end is waited for already';
const cannotWaitYet = 'an agent is asked to wait, and so can be parked, once it has started';
const atStartOnly = 'this is found out when the gateway starts, before anything else';

/** While an agent ends, or stock is taken of what it left, what can be decided is what comes after. */
const betweenAgents = {
  wanted: ({ isQuiet }, life) => afterwards(life, 'start', ...shown(isQuiet)),
  unwanted: ({ end }, life) => notAnyMore(life, 'unwanted', end),
  close: ({ end }, life) => notAnyMore(life, 'closed', end),
  leave: (_, life) => afterwards(life, 'leave', { type: 'refuse', why: 'shutting_down' }),
  remove: (_, life) => afterwards(life, 'remove', { type: 'withdraw_asks' }, { type: 'refuse', why: 'removed' }),
} satisfies Partial<Row<BetweenAgents>>;

export const table: Table = {
  resting: {
    wanted: ({ isQuiet }) => [{ name: 'atDoor' }, ...shown(isQuiet), look()],
    lost({ reason, isKnown }) {
      const next: Life = { name: 'takingStock', next: 'rest' };
      if (isKnown) return [next, { type: 'take_stock', stock: { reason, isTaken: true } }];
      return [
        next,
        { type: 'park', reason },
        { type: 'show_end_or_parked', end: { reason } },
        { type: 'take_stock', stock: { reason } },
      ];
    },
    leave: () => [{ name: 'left' }],
    remove: () => [{ name: 'removed' }, { type: 'withdraw_asks' }, { type: 'forget' }],
    unwanted: 'nobody wants one',
    close: noAgent,
    suspend: noAgent,
    agent_ended: noAgent,
    gone: noAgent,
    room_given: notQueued,
    started: notStarting,
    start_failed: notStarting,
    stock_taken: noStock,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: notStarting,
  },
  atDoor: {
    wanted: ({ isQuiet }) => [{ name: 'atDoor' }, ...shown(isQuiet)],
    let_in: () => [{ name: 'queued' }, { type: 'ask_for_room' }],
    turned_away: ({ error, end }) => [{ name: 'resting' }, { type: 'show_end', end }, { type: 'refuse', why: error }],
    unwanted: ({ end }) => [{ name: 'resting' }, ...fromDoor('unwanted'), { type: 'show_end_or_parked', end }],
    close: ({ end }) => [{ name: 'resting' }, ...fromDoor('closed'), { type: 'show_end', end }],
    leave: () => [
      { name: 'left' },
      { type: 'leave_door', asks: 'park' },
      { type: 'show_end_or_parked', end: stopped },
      { type: 'refuse', why: 'shutting_down' },
    ],
    remove: () => [{ name: 'removed' }, ...fromDoor('removed'), { type: 'withdraw_asks' }, { type: 'forget' }],
    not_trusted: 'it is found out already',
    suspend: noAgent,
    agent_ended: noAgent,
    gone: noAgent,
    room_given: notQueued,
    started: notStarting,
    start_failed: notStarting,
    stock_taken: noStock,
    lost: atStartOnly,
  },
  queued: {
    wanted: ({ isQuiet }) => [{ name: 'queued' }, ...shown(isQuiet)],
    room_given: () => [{ name: 'starting' }, { type: 'start_agent' }],
    unwanted: ({ end }) => [{ name: 'resting' }, ...outOfQueue('unwanted'), { type: 'show_end_or_parked', end }],
    close: ({ end }) => [{ name: 'resting' }, ...outOfQueue('closed'), { type: 'show_end', end }],
    leave: () => [{ name: 'left' }, ...outOfQueue('shutting_down')],
    remove: () => [{ name: 'removed' }, ...outOfQueue('removed'), { type: 'withdraw_asks' }, { type: 'forget' }],
    suspend: noAgent,
    agent_ended: noAgent,
    gone: noAgent,
    started: notStarting,
    start_failed: notStarting,
    stock_taken: noStock,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: notStarting,
  },
  starting: {
    wanted: ({ isQuiet }) => [{ name: 'starting' }, ...shown(isQuiet)],
    started: () => [{ name: 'running' }],
    start_failed({ error, end, wasHanded }) {
      const refused: Effect = { type: 'refuse', why: error };
      if (!wasHanded) return [{ name: 'resting' }, { type: 'free_room' }, { type: 'show_end', end }, refused];
      return [
        { name: 'takingStock', next: 'rest' },
        { type: 'free_room' },
        { type: 'show_end_or_parked', end },
        refused,
        { type: 'take_stock', stock: { reason: 'agent_gone', death: 'at_start', message: end.message } },
      ];
    },
    not_trusted: () => [{ name: 'atDoor' }, { type: 'free_room' }, look({ mustAsk: true })],
    agent_ended: ({ end, livedBriefly }) => [
      { name: 'ending', next: 'rest', stock: died(end, livedBriefly) },
      { type: 'park', reason: 'agent_gone' },
      { type: 'show_end_or_parked', end },
      { type: 'refuse', why: new BeckonError('agent_unavailable', end.message ?? diedAtOnce) },
      { type: 'await_start' },
    ],
    close: ({ end }) => closing('rest', end, { type: 'refuse', why: 'closed' }),
    remove: () => closing('remove', stopped, { type: 'withdraw_asks' }, { type: 'refuse', why: 'removed' }),
    suspend: cannotWaitYet,
    leave: 'a gateway that stops waits for what is being started',
    unwanted: 'it has begun, so it is interrupted once it has started',
    room_given: notQueued,
    gone: 'its end was not asked for',
    stock_taken: noStock,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
  },
  running: {
    agent_ended: ({ end, livedBriefly }) => [
      { name: 'takingStock', next: 'rest' },
      { type: 'park', reason: 'agent_gone' },
      { type: 'free_room' },
      { type: 'show_end_or_parked', end },
      { type: 'take_stock', stock: died(end, livedBriefly) },
    ],
    close: ({ end }) => closing('rest', end),
    suspend: ({ reason }) => suspended(reason, 'rest'),
    leave({ agent }) {
      if (agent === 'lives on') return [{ name: 'lettingGo' }, { type: 'let_agent_go' }];
      if (agent === 'waits') return suspended('gateway_stopped', 'leave');
      return closing('leave', stopped);
    },
    remove: () => closing('remove', stopped, { type: 'withdraw_asks' }),
    wanted: isRunning,
    unwanted: isRunning,
    room_given: notQueued,
    started: notStarting,
    start_failed: notStarting,
    gone: 'its end was not asked for',
    stock_taken: noStock,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: notStarting,
  },
  ending: {
    ...betweenAgents,
    gone: (_, { next, stock }) => [{ name: 'takingStock', next }, { type: 'free_room' }, { type: 'take_stock', stock }],
    suspend: itsEndIsAwaited,
    agent_ended: itsEndIsAwaited,
    started: itsEndIsAwaited,
    start_failed: itsEndIsAwaited,
    room_given: notQueued,
    stock_taken: noStock,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: itsEndIsAwaited,
  },
  takingStock: {
    ...betweenAgents,
    stock_taken({ diesOf }, { next }) {
      const answers: Effect = { type: 'bring_answers', diesOf };
      switch (next) {
        case 'rest':
          return [{ name: 'resting' }, answers];
        case 'start':
          return [{ name: 'atDoor' }, look(), answers];
        case 'leave':
          return [{ name: 'left' }];
        case 'remove':
          return [{ name: 'removed' }, { type: 'forget' }];
      }
    },
    suspend: noAgent,
    agent_ended: noAgent,
    gone: noAgent,
    started: notStarting,
    start_failed: 'the agent of that start is gone already',
    room_given: notQueued,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: notStarting,
  },
  lettingGo: {
    gone: () => [{ name: 'left' }],
    wanted: () => [{ name: 'lettingGo' }, { type: 'refuse', why: 'shutting_down' }],
    unwanted: 'nobody wants one',
    close: 'its agent is its person’s',
    suspend: 'its agent is its person’s',
    leave: itsEndIsAwaited,
    remove: 'the gateway stops',
    agent_ended: 'what it says does not count any more',
    room_given: notQueued,
    started: notStarting,
    start_failed: notStarting,
    stock_taken: noStock,
    lost: atStartOnly,
    let_in: notAtDoor,
    turned_away: notAtDoor,
    not_trusted: notStarting,
  },
  left: over('left', 'shutting_down'),
  removed: over('removed', 'removed'),
};

/** Whoever wants an agent all the same is told why there will be none. */
function over(name: 'left' | 'removed', why: Refusal): Row<Extract<Life, { name: 'left' }>> {
  const nothing = 'nothing comes after this state';
  return {
    wanted: () => [{ name }, { type: 'refuse', why }],
    unwanted: nothing,
    let_in: nothing,
    turned_away: nothing,
    not_trusted: nothing,
    room_given: nothing,
    started: nothing,
    start_failed: nothing,
    agent_ended: nothing,
    close: nothing,
    suspend: nothing,
    lost: nothing,
    leave: nothing,
    remove: nothing,
    gone: nothing,
    stock_taken: nothing,
  };
}

function shown(isQuiet: boolean): Effect[] {
  return isQuiet ? [] : [{ type: 'show_starting' }];
}

function look({ mustAsk } = { mustAsk: false }): Effect {
  return { type: 'look_at_folder', mustAsk };
}

function fromDoor(why: Refusal): Effect[] {
  return [
    { type: 'leave_door', asks: 'withdraw' },
    { type: 'refuse', why },
  ];
}

function outOfQueue(why: Refusal): Effect[] {
  return [{ type: 'leave_queue' }, { type: 'refuse', why }];
}

function died({ message }: End, livedBriefly: boolean): Stock {
  return { reason: 'agent_gone', message, ...(livedBriefly && { death: 'soon_after' }) };
}

/** Of an agent that is closed nothing is parked; where a turn of it was under way, it was cut off. */
function closing(next: Next, end: End, ...first: Effect[]): Step {
  const stock: Stock = { reason: 'gateway_stopped' };
  return [{ name: 'ending', next, stock }, ...first, { type: 'show_end', end }, { type: 'close_agent' }];
}

function suspended(reason: ParkReason, next: Next): Step {
  return [
    { name: 'ending', next, stock: { reason } },
    { type: 'park', reason },
    { type: 'show_end_or_parked', end: stopped },
    { type: 'suspend_agent' },
  ];
}

/** What comes next is decided, for good where the gateway stops or the session is removed. */
function afterwards(life: BetweenAgents, next: Next, ...effects: Effect[]): Step {
  if (life.next === 'remove') return [life, { type: 'refuse', why: 'removed' }];
  if (life.next === 'leave' && next !== 'remove') return [life, { type: 'refuse', why: 'shutting_down' }];
  return [{ ...life, next }, ...effects];
}

function notAnyMore(life: BetweenAgents, why: Refusal, end: End): Step {
  if (life.next !== 'start') return [life];
  return [
    { ...life, next: 'rest' },
    { type: 'refuse', why },
    { type: 'show_end_or_parked', end },
  ];
}
