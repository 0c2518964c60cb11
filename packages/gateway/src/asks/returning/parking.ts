// What becomes of the asks of an agent that is gone: none is lost, and no call is made twice.
import type { Ask, Parked, ParkReason, SessionId, SessionInfo, ToolResult } from '@beckon/protocol';
import { isOnHold, wayOf } from '@beckon/protocol';
import type { CallFates } from '../../drivers/driver.ts';
import type { House } from '../../sessions/house.ts';

type ParkedAsk = Ask & { parked: Parked };

/** Whatever no agent has been given an answer to waits on without one. */
export function parkAll({ ledger }: House, sessionId: string, reason: ParkReason): void {
  for (const ask of ledger.unfinished(sessionId)) {
    if (ask.phase === 'handed' || wayOf(ask) !== 'direct') continue;
    // A subagent is gone with all that it knew; only the main agent's conversation can be taken up again.
    ledger.park(ask.id, { reason, isOrphaned: ask.agentId !== undefined });
  }
}

/** Gives up whatever no agent has been given or told an answer to. Throws where that cannot be written. */
export function giveUpParked({ ledger }: House, sessionId: string): void {
  for (const { id } of ledger.unfinished(sessionId)) ledger.giveUp(id);
}

/** Looks up in what the agent has kept which calls can come back, and what it did with the answers that it had got. */
export async function takeStock(house: House, session: SessionInfo, reason: ParkReason): Promise<void> {
  const { ledger } = house;
  const fates = await fatesOf(house, session);
  for (const ask of ledger.unfinished(session.id)) {
    const fate = fates.get(ask.toolCallId) ?? 'lost';
    const isOrphaned = fate !== 'can_return' || ask.agentId !== undefined;
    if (ask.phase !== 'handed') {
      if (ask.parked && ask.parked.isOrphaned !== isOrphaned)
        ledger.park(ask.id, { reason: ask.parked.reason, isOrphaned });
    } else if (fate === 'finished') {
      ledger.observe(session.id, ask.toolCallId, 'went_on');
    } else if (runsSomething(ask) && wayOf(ask) !== 'told') {
      // One that was told of its answer in a message would have had to ask before it acted.
      ledger.loseSightOf(ask.id);
    } else {
      ledger.park(ask.id, { reason, isOrphaned });
    }
  }
}

/** A result shows what became of its call. */
export function observeResult({ ledger }: House, id: SessionId, { toolCallId, result }: ResultOfCall): void {
  ledger.observe(id, toolCallId, result.isError ? 'failed' : 'ran');
}

interface ResultOfCall {
  toolCallId: string;
  result: ToolResult;
}

/**
 * The end of a turn shows that the agent moved on. A denied call that interrupts its turn gets no result of its own, nor
 * one whose answer was on its way when the turn was interrupted.
 */
export function settleAfterTurn(house: House, id: SessionId): void {
  settleHanded(house, id, ({ agentId }) => agentId === undefined);
}

/** Where nothing of an agent is at work any more, its subagents too have moved on, though some tell no result. */
export function settleSubagents(house: House, id: SessionId): void {
  settleHanded(house, id, ({ agentId }) => agentId !== undefined);
}

/** Settles what an agent was given the answer to, and not merely told of it. */
function settleHanded({ ledger }: House, id: SessionId, isTheirs: (ask: Ask) => boolean): void {
  for (const ask of ledger.unfinished(id)) {
    const isGiven = ask.phase === 'handed' && wayOf(ask) !== 'told';
    if (isGiven && isTheirs(ask)) ledger.observe(id, ask.toolCallId, 'went_on');
  }
}

/** An agent that is ready for input has read every message: an answer that it was told of in one has had its chance. */
export function settleTold(house: House, id: SessionId): void {
  for (const { sessionId, toolCallId } of toldAsks(house, id)) house.ledger.observe(sessionId, toolCallId, 'went_on');
}

/** Its model could not be reached: whatever it was told has to be told again. Says whether it was told anything. */
export function parkTold(house: House, id: SessionId): boolean {
  const told = toldAsks(house, id);
  for (const ask of told) orphan(house, ask);
  return told.length > 0;
}

/** Asks whose answers an agent was told in a message. */
function toldAsks({ ledger }: House, id: SessionId) {
  return ledger.unfinished(id).filter(isTold);
}

function isTold(ask: Ask): ask is ParkedAsk {
  return isOrphan(ask) && ask.state === 'delivered';
}

/** The call that the agent is to ask for again when it is brought back. */
export function returningAsk({ ledger }: House, sessionId: string): ParkedAsk | undefined {
  return ledger.unfinished(sessionId).findLast(canReturn);
}

/** The same, when it is being brought back: it asks one by one, so whatever else waited does not come back with it. */
export function takeReturning(house: House, sessionId: string): ParkedAsk | undefined {
  const returning = returningAsk(house, sessionId);
  for (const ask of house.ledger.unfinished(sessionId).filter(canReturn)) {
    if (ask.id !== returning?.id) orphan(house, ask);
  }
  return returning;
}

/** Its call does not come back; its answer, given or yet to come, is to be told. */
export function orphan({ ledger }: House, { id, parked: { reason } }: ParkedAsk): void {
  ledger.park(id, { reason, isOrphaned: true });
}

function canReturn(ask: Ask): ask is ParkedAsk {
  return wayOf(ask) === 'returning';
}

/** Answers that no agent has been given. */
export function undeliveredAsks({ ledger }: House, sessionId: string): Ask[] {
  return ledger.unfinished(sessionId).filter((ask) => isOnHold(ask) && wayOf(ask) !== 'direct');
}

/** The next answer that an agent is to be told in a message. */
export function nextToTell(house: House, sessionId: string): ParkedAsk | undefined {
  return undeliveredAsks(house, sessionId).find(isOrphan);
}

/** Where a gateway went away while it told an answer, nobody knows whether it was heard: it is told again. */
export function retellUnheard(house: House, sessionId: string): void {
  for (const ask of house.ledger.unfinished(sessionId).filter(isOrphan)) {
    if (ask.phase === 'handed' && ask.state === 'answered') orphan(house, ask);
  }
}

function isOrphan(ask: Ask): ask is ParkedAsk {
  return wayOf(ask) === 'told';
}

/** What the agent did with such an answer cannot be known, and to do it again could be wrong. */
function runsSomething({ kind, answer }: Ask): boolean {
  return kind === 'approval' && answer?.type === 'approve';
}

async function fatesOf(
  { ledger, drivers, log }: House,
  { id: sessionId, conversationId, cwd, driver }: SessionInfo,
): Promise<CallFates> {
  const toolCallIds = ledger.unfinished(sessionId).map(({ toolCallId }) => toolCallId);
  try {
    return (await drivers[driver]?.lookBack?.({ sessionId, conversationId, cwd }, toolCallIds)) ?? new Map();
  } catch (error) {
    log.warn({ error, sessionId }, 'could not read what the agent has kept');
    return new Map();
  }
}
