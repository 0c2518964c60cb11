// What kind of run this is: each has other troubles, and none of some, so that rare things also meet in pairs.
import type { Limits } from '../../packages/gateway/src/house.ts';
import type { AnswerDelay } from '@beckon/protocol';
import type { Random } from '../support/random.ts';
import type { ServiceMood } from './simServices.ts';
import type { CallKind } from './calls.ts';

export interface Temper {
  steps: number;
  sessions: number;
  clients: number;
  limits: Limits;
  answerDelaySeconds: AnswerDelay;
  tailEvents: number;
  /** How often each thing happens, against the others. */
  weights: Record<Happening, number>;
  startFailure: number;
  callRefused: number;
  /** A turn of an agent that cannot reach its model. */
  modelFailure: number;
  unreadable: number;
  /** What agents do, and how likely they are to do one thing more. */
  habits: Record<Habit, number>;
  diligence: number;
  kinds: Record<CallKind, number>;
  /** The ways in which its person is called, and how their services behave. */
  channels: number;
  services: Record<ServiceMood, number>;
  /**
   * How odd the world is, from 0 to 1: a callback, or a POST, that comes twice; a call that comes back changed; an agent
   * that does not do what it was told it may; lines of a transcript that are gone.
   */
  oddity: number;
}

type Habit = 'says' | 'calls' | 'calls twice' | 'sends subagents';

export type Happening =
  | 'something goes on'
  | 'time passes'
  | 'the clock jumps'
  | 'a device reads'
  | 'a stream is cut'
  | 'a page is loaded anew'
  | 'a person answers'
  | 'a person takes back'
  | 'a person tries again'
  | 'a person writes'
  | 'a person interrupts'
  | 'a person looks'
  | 'a session is removed'
  | 'an agent dies'
  | 'the gateway is killed'
  | 'the power fails'
  | 'the gateway is stopped'
  | 'a write will fail'
  | 'the disk fills up or has room'
  | 'agents cannot start, or can again';

export function makeTemper(random: Random): Temper {
  /** Left out altogether in many runs. */
  const sometimes = (weight: number) => (random.chance(0.5) ? weight * 2 * random.next() : 0);
  return {
    steps: 40 + random.below(80),
    sessions: 1 + random.below(3),
    clients: 1 + random.below(3),
    limits: {
      ask: random.chance(0.85) ? { outcome: 'park', afterMs: 600_000 } : { outcome: 'deny', afterMs: 600_000 },
      // Often fewer than there are sessions.
      maxAgents: 1 + random.below(3),
      idleAfterMs: 1_800_000,
      heldMessages: 1 + random.below(20),
    },
    tailEvents: 10 + random.below(60),
    weights: {
      'something goes on': 60,
      'time passes': 4,
      'the clock jumps': sometimes(0.5),
      'a device reads': 5,
      'a stream is cut': 1,
      'a page is loaded anew': 0.5,
      'a person answers': 7,
      'a person takes back': sometimes(5),
      'a person tries again': sometimes(2),
      'a person writes': 3,
      'a person interrupts': sometimes(0.6),
      'a person looks': sometimes(1),
      'a session is removed': sometimes(0.1),
      'an agent dies': sometimes(2),
      'the gateway is killed': sometimes(1),
      'the power fails': sometimes(0.5),
      'the gateway is stopped': sometimes(0.5),
      'a write will fail': sometimes(3),
      'the disk fills up or has room': sometimes(1),
      'agents cannot start, or can again': sometimes(2),
    },
    startFailure: sometimes(0.05),
    callRefused: sometimes(0.1),
    modelFailure: sometimes(0.15),
    unreadable: sometimes(0.03),
    habits: { says: 2, calls: 5, 'calls twice': 2, 'sends subagents': 1.5 },
    diligence: 0.75,
    kinds: { approval: 7, question: 2, plan: 1 },
    oddity: 1,
    channels: random.below(3),
    services: { takes: 5, fails: sometimes(3), refuses: sometimes(1), hangs: sometimes(1), throws: sometimes(1) },
    answerDelaySeconds: random.pick([0, 0, 3, 5]) ?? 0,
  };
}

/** Nothing happens but what is made to: one session, one device, and approvals only. */
export const calm: Partial<Temper> = {
  sessions: 1,
  clients: 1,
  limits: { ask: { outcome: 'park', afterMs: 600_000 }, maxAgents: 4, idleAfterMs: 1_800_000 },
  answerDelaySeconds: 0,
  tailEvents: 1000,
  startFailure: 0,
  callRefused: 0,
  modelFailure: 0,
  unreadable: 0,
  habits: { says: 0, calls: 1, 'calls twice': 0, 'sends subagents': 0 },
  diligence: 1,
  kinds: { approval: 1, question: 0, plan: 0 },
  oddity: 0,
  channels: 0,
};
