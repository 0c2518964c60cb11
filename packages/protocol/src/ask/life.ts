// The life of an ask, stated once: what can happen to it, in which phases, and what it is afterwards. Nothing else
// changes an ask, so a step that is not in this table cannot be written down.
import { type Answer, isSameAnswer } from './answer.ts';
import type { Answerer, Receipt } from './answerer.ts';
import { clientKeyOf } from './answerer.ts';
import type { Ask, AskDraft, EndOfWait, FailedDelivery, Observation, Parked, WithdrawalReason } from './ask.ts';
import type { CallReceipt } from '../channel.ts';
import type { Device } from '../device.ts';
import type { AskId } from '../ids.ts';
import type { EditedFile } from './editedFile.ts';
import type { AskPhase } from './phase.ts';

/** What happens to an ask. */
export type Happening =
  /** A person or a rule has answered. Where an agent waits it is given the answer with the same step, unless that is to wait. */
  | { type: 'answered'; answer: Answer; answeredBy: Answerer; isAwaited: boolean; answeredWith?: AskId; dueAt?: number }
  /** The time in which the answer was not to go on its way is over. Where an agent waits it is given it with the same step. */
  | { type: 'due'; isAwaited: boolean }
  /** The answer is about to be given to an agent. From here on nobody can say what that agent did not do. */
  | { type: 'handed' }
  /** The agent has it. */
  | { type: 'delivered' }
  | { type: 'delivery_failed'; message: string; nextAt: number }
  | { type: 'taken_back' }
  /** No agent runs that waits for it, or has acted on it. */
  | { type: 'parked'; reason: Parked['reason']; isOrphaned: boolean }
  /** An agent asks for it again. */
  | { type: 'resumed' }
  /** The agent was seen to go on. */
  | { type: 'observed'; observed: Observation; inTerminal?: Answer | undefined }
  /** It was answered in the terminal, and now it is known what, whatever it was taken for. */
  | { type: 'explained'; inTerminal: Answer }
  /** An agent made the same call anew, and the answer went over to that. */
  | { type: 'carried_over' }
  | { type: 'withdrawn'; reason: EndOfWait }
  | { type: 'lost_sight_of' }
  | { type: 'given_up' }
  /** The agent has shown why it asks, after it had asked. */
  | { type: 'reasoned'; reason: string }
  /** The file that it would change is another than its person was shown. */
  | { type: 'file_changed'; file: EditedFile }
  | { type: 'shown'; device: Device }
  | { type: 'seen'; device: Device }
  /** Its person was called about it, or could not be. */
  | { type: 'called'; call: Omit<CallReceipt, 'at'> };

export type HappeningType = Happening['type'];

interface Step<H extends Happening> {
  from: readonly AskPhase[];
  take(ask: Ask, happening: H, at: number): Omit<Ask, 'phase'>;
}

const open = ['waiting', 'parked', 'orphaned'] as const;
const onHold = ['held', 'undelivered'] as const;
const unfinished = [...open, 'delayed', ...onHold, 'handed'] as const;

export const steps: { [T in HappeningType]: Step<Extract<Happening, { type: T }>> } = {
  answered: {
    from: open,
    take: (ask, { answer, answeredBy, isAwaited, answeredWith, dueAt }, at) => ({
      ...ask,
      state: 'answered',
      answer,
      answeredBy,
      answeredAt: at,
      ...(dueAt !== undefined ? { dueAt } : isAwaited && { handedAt: at }),
      ...(answeredWith !== undefined && { answeredWith }),
    }),
  },
  due: {
    from: ['delayed'],
    take: ({ dueAt: _, ...ask }, { isAwaited }, at) => ({ ...ask, ...(isAwaited && { handedAt: at }) }),
  },
  handed: {
    from: onHold,
    take: (ask, _, at) => ({ ...ask, handedAt: at }),
  },
  delivered: {
    from: ['handed'],
    take: (ask, _, at) => {
      if (ask.state === 'delivered') return ask;
      const { failedDelivery: __, ...rest } = ask;
      return { ...rest, state: 'delivered', deliveredAt: at };
    },
  },
  delivery_failed: {
    from: onHold,
    take: (ask, { message, nextAt }, at) => ({
      ...ask,
      failedDelivery: { attempts: attemptsOf(ask.failedDelivery) + 1, failedAt: at, message, nextAt },
    }),
  },
  taken_back: {
    from: ['delayed', ...onHold],
    take: ({
      answer: _,
      answeredAt: __,
      failedDelivery: ___,
      answeredWith: ____,
      dueAt: _____,
      carriedFrom: ______,
      answeredBy,
      ...ask
    }) => ({
      ...ask,
      state: 'open',
      ...withKey(ask.takenBack, clientKeyOf(answeredBy)),
    }),
  },
  parked: {
    from: unfinished,
    take: ({ handedAt: _, deliveredAt: __, ...ask }, { reason, isOrphaned }, at) => ({
      ...ask,
      state: ask.answer === undefined ? 'open' : 'answered',
      parked: { reason, isOrphaned, at: ask.parked?.at ?? at },
    }),
  },
  resumed: {
    from: unfinished,
    take: ({ parked: _, failedDelivery: __, ...ask }) => ask,
  },
  observed: {
    from: ['delayed', ...onHold, 'handed'],
    take: (ask, { observed, inTerminal }, at) => ({
      ...ask,
      state: 'settled',
      settledAt: at,
      observed,
      ...(inTerminal && { inTerminal }),
    }),
  },
  explained: {
    from: ['withdrawn'],
    take: (ask, { inTerminal }) => {
      if (ask.inTerminal !== undefined || !canBeExplained(ask, inTerminal)) return ask;
      return { ...ask, withdrawalReason: 'answered_in_terminal', inTerminal };
    },
  },
  carried_over: {
    from: ['delayed', ...onHold, 'handed'],
    take: (ask, _, at) => ({ ...ask, state: 'settled', settledAt: at }),
  },
  withdrawn: {
    from: unfinished,
    take: (ask, { reason }, at) => withdrawn(ask, reason, at),
  },
  lost_sight_of: {
    from: ['handed'],
    take: (ask, _, at) => withdrawn(ask, 'outcome_unknown', at),
  },
  given_up: {
    from: ['parked', 'orphaned', 'delayed', ...onHold],
    take: (ask, _, at) => withdrawn(ask, 'given_up', at),
  },
  reasoned: {
    from: open,
    take: (ask, { reason }) => (ask.reason === undefined ? { ...ask, reason } : ask),
  },
  file_changed: {
    from: open,
    take: (ask, { file }, at) => ({ ...ask, file: { ...file, changedAt: at } }),
  },
  shown: {
    from: unfinished,
    take: (ask, { device }, at) => withReceipt(ask, 'shown', { device, at }),
  },
  seen: {
    from: unfinished,
    take: (ask, { device }, at) => withReceipt(withReceipt(ask, 'shown', { device, at }), 'seen', { device, at }),
  },
  called: {
    from: unfinished,
    take: (ask, { call }, at) => ({ ...ask, called: withCall(ask.called, { ...call, at }) }),
  },
};

/** The ask after what has happened; the same where that is nothing new, undefined where that cannot happen to an ask in its phase. */
export function afterStep(ask: Ask, happening: Happening, at: number): Ask | undefined {
  // Each type of happening has a step of its own; the compiler cannot see that through the lookup.
  const { from, take } = steps[happening.type] as Step<Happening>;
  if (!from.includes(ask.phase)) return undefined;
  const next = take(ask, happening, at);
  return next === ask ? ask : (withPhase(next) as Ask);
}

/** A new ask, or one that is opened with the answer that an earlier ask of the same call, or a rule, has given it. */
export function newAsk(
  draft: AskDraft,
  {
    id,
    at,
    expiresAt,
    answered,
  }: { id: string; at: number; expiresAt?: number | undefined; answered?: GivenAnswer | undefined },
): Ask {
  const life = answered ? ({ state: 'answered', ...answered } as const) : ({ state: 'open' } as const);
  return withPhase({ ...draft, id, createdAt: at, ...life, ...(expiresAt !== undefined && { expiresAt }) });
}

export type GivenAnswer = Required<Pick<Ask, 'answer' | 'answeredAt' | 'answeredBy'>> &
  Pick<Ask, 'carriedFrom' | 'dueAt'>;

/** How the answer of an ask gets to an agent: to the one that waits, by bringing the call back, or in a message. */
export function wayOf({ parked }: Pick<Ask, 'parked'>): 'direct' | 'returning' | 'told' {
  if (!parked) return 'direct';
  return parked.isOrphaned ? 'told' : 'returning';
}

/** Whether the agent is known to have the answer. */
export function hasArrived({ state }: Pick<Ask, 'state'>): boolean {
  return state === 'delivered' || state === 'settled';
}

type Life = Pick<
  Ask,
  | 'state'
  | 'parked'
  | 'dueAt'
  | 'handedAt'
  | 'failedDelivery'
  | 'answer'
  | 'observed'
  | 'inTerminal'
  | 'withdrawalReason'
>;

/** The phase, from what is kept of an ask. Nobody else reads it off these fields. */
export function phaseOf(ask: Life): AskPhase {
  switch (ask.state) {
    case 'open':
      return openPhases[wayOf(ask)];
    case 'answered':
      if (ask.handedAt !== undefined) return 'handed';
      if (ask.dueAt !== undefined) return 'delayed';
      return ask.failedDelivery ? 'undelivered' : 'held';
    case 'delivered':
      return 'handed';
    case 'settled':
      return isContradicted(ask) ? 'contradicted' : 'done';
    case 'withdrawn':
      return ask.withdrawalReason === 'outcome_unknown' ? 'unknown' : 'withdrawn';
  }
}

/** Whether the agent did something else than its person had answered. */
function isContradicted({ answer, observed, inTerminal }: Life): boolean {
  if (!answer) return false;
  // An error may be the no itself, unless the terminal is known to have said yes.
  if (answer.type === 'deny') {
    return observed === 'ran' || observed === 'stopped' || (observed === 'failed' && inTerminal?.type === 'approve');
  }
  return observed === 'did_not_run' || (inTerminal !== undefined && !isSameAnswer(answer, inTerminal));
}

/** An interruption, the end of its time and a no at the dialog come to the same. */
function canBeExplained({ withdrawalReason }: Ask, inTerminal: Answer): boolean {
  if (withdrawalReason === 'interrupted' || withdrawalReason === 'expired') return inTerminal.type !== 'deny';
  return withdrawalReason === 'answered_in_terminal';
}

const openPhases = { direct: 'waiting', returning: 'parked', told: 'orphaned' } as const;

/** For an ask whose phase is not kept with it. */
export function withPhase<T extends Life>(ask: T): T & { phase: AskPhase } {
  return { ...ask, phase: phaseOf(ask) };
}

function withdrawn(ask: Ask, withdrawalReason: WithdrawalReason, at: number): Omit<Ask, 'phase'> {
  return { ...ask, state: 'withdrawn', withdrawnAt: at, withdrawalReason };
}

function attemptsOf(failed: FailedDelivery | undefined): number {
  return failed?.attempts ?? 0;
}

/** An answer that was taken back must not be taken for a new one when its client sends it again. */
function withKey(takenBack: readonly string[] = [], clientKey: string | undefined): Pick<Ask, 'takenBack'> {
  const keys = clientKey === undefined ? takenBack : [...takenBack, clientKey];
  return keys.length > 0 ? { takenBack: [...keys] } : {};
}

/** More devices than anyone has; a hostile client must not make an ask grow. */
const MOST_RECEIPTS = 20;

function withReceipt(ask: Ask, how: 'shown' | 'seen', receipt: Receipt): Ask {
  const known = ask[how] ?? [];
  const isKnown = known.length >= MOST_RECEIPTS || known.some(({ device }) => device.id === receipt.device.id);
  return isKnown ? ask : { ...ask, [how]: [...known, receipt] };
}

/** A service that fails for long must not make an ask grow. What has come through tells whom not to call again, and stays. */
function withCall(known: readonly CallReceipt[] = [], call: CallReceipt): CallReceipt[] {
  const all = [...known, call];
  if (all.length <= MOST_RECEIPTS) return all;
  const oldestFailure = all.findIndex(({ ok }) => !ok);
  return all.toSpliced(Math.max(0, oldestFailure), 1);
}
