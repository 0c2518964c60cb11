// The words of a session's life: the states that it can be in, what can happen to it, and what can be done about it.
// `lifeTable.ts` says what leads where.
import type { BeckonError, EndReason, ParkReason } from '@beckon/protocol';

/**
 * `resting`: no agent, and nobody wants one. `atDoor`: one is wanted, and it is not known yet whether its folder may be
 * opened. `queued`: it may, and there is no room for the agent yet. `starting`, `running`: it
 * has one. `ending`: its agent was told to end. `takingStock`: its agent is gone, and what it left is looked up.
 * `lettingGo`: its agent lives on without the gateway. `left`, `removed`: nothing comes after.
 */
export type Life =
  | { name: 'resting' | 'atDoor' | 'queued' | 'starting' | 'running' | 'lettingGo' | 'left' | 'removed' }
  | { name: 'ending'; next: Next; stock: Stock }
  | { name: 'takingStock'; next: Next };
export type LifeName = Life['name'];

/** What comes once its agent is gone and stock is taken. */
export type Next = 'rest' | 'start' | 'leave' | 'remove';

/** Why there is no agent any more, in the words of the wire. */
export interface End {
  reason: EndReason;
  message?: string;
}

/** What there is to know about the agent that is gone when stock is taken of what it left. */
export interface Stock {
  /** Why what it waited for is parked. */
  reason: ParkReason;
  /** The agent died while it was started, or shortly after: the next one may die of the same thing. */
  death?: 'at_start' | 'soon_after';
  message?: string | undefined;
  /** An earlier gateway has taken it, but for the messages that were not read. */
  isTaken?: true;
}

export type Happening =
  /** An agent is wanted. Quietly: to try once more what has failed before. */
  | { type: 'wanted'; isQuiet: boolean }
  /** Nobody wants it any more: its person has stopped it before it had begun. */
  | { type: 'unwanted'; end: End }
  /** Its folder may be opened. */
  | { type: 'let_in' }
  | { type: 'turned_away'; error: BeckonError; end: End }
  /** Its folder has to be asked about after all: it has changed, or the agent's own program wants to know. */
  | { type: 'not_trusted' }
  | { type: 'room_given' }
  | { type: 'started' }
  /** `wasHanded`: it may have got an answer all the same, and nobody knows what it did with it. */
  | { type: 'start_failed'; error: BeckonError; end: End; wasHanded: boolean }
  /** The agent has ended by itself. */
  | { type: 'agent_ended'; end: End; livedBriefly: boolean }
  /** The agent is to be ended, and whatever it asked is void. */
  | { type: 'close'; end: End }
  /** The agent is to be ended in the middle of its wait; whatever it asked stays. */
  | { type: 'suspend'; reason: ParkReason }
  /** The agent of an earlier gateway is not there any more. `isKnown`: that gateway has taken stock already. */
  | { type: 'lost'; reason: 'agent_gone' | 'gateway_stopped'; isKnown: boolean }
  /** The gateway stops. */
  | { type: 'leave'; agent: 'lives on' | 'waits' | 'ends' }
  | { type: 'remove' }
  /** The agent that was to end, or to be let go of, is gone. */
  | { type: 'gone' }
  | { type: 'stock_taken'; diesOf?: string | undefined };
export type HappeningType = Happening['type'];

/** What is to be done, in this order. */
export type Effect =
  | { type: 'show_starting' }
  /** Clients are told that there is no agent, and why. */
  | { type: 'show_end'; end: End }
  /** The same, where something may wait without an agent: then that is why there is none. */
  | { type: 'show_end_or_parked'; end: End }
  /** What it waited for waits on without it. */
  | { type: 'park'; reason: ParkReason }
  | { type: 'withdraw_asks' }
  /** Finds out whether its folder may be opened; `mustAsk`: by asking, also where nothing in it would run. */
  | { type: 'look_at_folder'; mustAsk: boolean }
  | { type: 'leave_door'; asks: 'park' | 'withdraw' }
  | { type: 'ask_for_room' }
  | { type: 'leave_queue' }
  | { type: 'free_room' }
  | { type: 'start_agent' }
  /** Whoever waits for the agent is told why none comes. */
  | { type: 'refuse'; why: Refusal }
  | { type: 'close_agent' }
  | { type: 'suspend_agent' }
  | { type: 'let_agent_go' }
  /** A start that is under way after its agent has gone is waited for. */
  | { type: 'await_start' }
  | { type: 'take_stock'; stock: Stock }
  /** Answers that wait for an agent are brought to one: after a pause, where the last agent died of them. */
  | { type: 'bring_answers'; diesOf?: string | undefined }
  | { type: 'forget' };

export type Refusal = 'closed' | 'unwanted' | 'removed' | 'shutting_down' | BeckonError;

export type BetweenAgents = Extract<Life, { next: Next }>;
export type Step = [next: Life, ...effects: Effect[]];

/** What can happen in a state leads somewhere; for what cannot, or changes nothing, it says why. */
export type Row<L extends Life> = {
  [T in HappeningType]: ((happening: Extract<Happening, { type: T }>, life: L) => Step) | string;
};
export type Table = { [N in LifeName]: Row<Extract<Life, { name: N }>> };
