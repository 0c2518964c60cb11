// Where an ask is in its life, by name, and what each phase means to its person. Everyone who has to know goes by the
// phase; `life.ts` says what leads from one to the next.
import { z } from 'zod';

/** On the wire: `open → answered → delivered → settled`, or `withdrawn` from any state before settled. */
export const AskState = z.enum(['open', 'answered', 'delivered', 'settled', 'withdrawn']);
export type AskState = z.infer<typeof AskState>;

export const AskPhase = z.enum([
  'waiting',
  'parked',
  'orphaned',
  'delayed',
  'held',
  'undelivered',
  'handed',
  'done',
  'contradicted',
  'unknown',
  'withdrawn',
]);
export type AskPhase = z.infer<typeof AskPhase>;

/** What a person can still do about an ask. */
export type AskAction = 'answer' | 'take back' | 'try now' | 'give up';

export interface PhaseMeaning {
  /** What its person reads. */
  words: string;
  means: string;
  /** What an answer does that is given now. */
  answer: string;
  actions: readonly AskAction[];
}

const tooLate = 'is refused: 409, with the answer that won';

export const phases: Record<AskPhase, PhaseMeaning> = {
  waiting: {
    words: 'Waiting for your response',
    means: 'a running agent waits for it',
    answer: 'goes to that agent, at once or after the delay that is set',
    actions: ['answer'],
  },
  parked: {
    words: 'Parked, waiting for your response',
    means: 'its agent does not run, and can take the call up again',
    answer: 'is held, and brings the agent and the call back',
    actions: ['answer', 'give up'],
  },
  orphaned: {
    words: 'Parked, waiting for your response',
    means: 'its agent does not run, and the call cannot come back',
    answer: 'is held, and told to the agent in a message',
    actions: ['answer', 'give up'],
  },
  delayed: {
    words: 'Answered, can be taken back',
    means: 'answered; the answer goes on its way when its delay is over',
    answer: tooLate,
    actions: ['take back', 'give up'],
  },
  held: {
    words: 'Answered, not on its way yet',
    means: 'answered, and no agent has the answer',
    answer: tooLate,
    actions: ['take back', 'try now', 'give up'],
  },
  undelivered: {
    words: 'Answered, not delivered yet',
    means: 'answered; bringing the answer failed, and is tried again',
    answer: tooLate,
    actions: ['take back', 'try now', 'give up'],
  },
  handed: {
    words: 'Answered',
    means: 'a running agent has the answer, and may have acted on it',
    answer: tooLate,
    actions: [],
  },
  done: {
    words: 'Answered',
    means: 'the agent was seen to go on, as the answer says',
    answer: tooLate,
    actions: [],
  },
  contradicted: {
    words: 'Not as answered',
    means: 'the agent was seen to go on, and not as the answer says',
    answer: tooLate,
    actions: [],
  },
  unknown: {
    words: 'May have run',
    means: 'the agent had the answer, and went away before its result was seen',
    answer: 'is refused: 410',
    actions: [],
  },
  withdrawn: {
    words: 'No longer asked',
    means: 'the agent no longer waits for it',
    answer: 'is refused: 410',
    actions: [],
  },
};

interface HasPhase {
  phase: AskPhase;
}

/** Whether nothing can happen to it any more. */
export function isOver({ phase }: HasPhase): boolean {
  return overPhases.has(phase);
}

const overPhases: ReadonlySet<AskPhase> = new Set(['done', 'contradicted', 'unknown', 'withdrawn']);

/** Whether the agent no longer waits for it, and it was not seen to go on. */
export function isWithdrawn({ phase }: HasPhase): boolean {
  return phase === 'withdrawn' || phase === 'unknown';
}

/** Whether a person has to answer it. */
export function isOpen(ask: HasPhase): boolean {
  return can(ask, 'answer');
}

/** Whether it has an answer that is to be brought to an agent. */
export function isOnHold({ phase }: HasPhase): boolean {
  return phase === 'held' || phase === 'undelivered';
}

/** Whether a person can still do this about it. */
export function can({ phase }: HasPhase, action: AskAction): boolean {
  return phases[phase].actions.includes(action);
}
