// Asks that wait without an agent: how they come to, and which of them are to be brought to the next one, and how.
import type { Ask, Parked, ParkReason, SessionId } from '@beckon/protocol';
import { comesBeforeAgent, hasArrived, isOnHold, wayOf } from '@beckon/protocol';
import type { Ledger } from '../ledger.ts';

export type ParkedAsk = Ask & { parked: Parked };
/** One whose call an agent can be made to take up again. */
export type ReturningAsk = ParkedAsk & { toolName: string };

/** Whatever no agent has been given an answer to waits on without one. */
export function parkAll(ledger: Ledger, id: SessionId, reason: ParkReason): void {
  for (const ask of ledger.unfinished(id)) {
    if (ask.phase === 'handed' || wayOf(ask) !== 'direct') continue;
    ledger.park(ask.id, { reason, isOrphaned: !comesBeforeAgent(ask) && !isCallOfMainAgent(ask) });
  }
}

/** Its call does not come back; its answer, given or yet to come, is to be told. */
export function orphan(ledger: Ledger, { id, parked: { reason } }: ParkedAsk): void {
  ledger.park(id, { reason, isOrphaned: true });
}

/** Gives up whatever no agent has been given or told an answer to. Throws where that cannot be written. */
export function giveUpParked(ledger: Ledger, id: SessionId): void {
  for (const ask of ledger.unfinished(id)) ledger.giveUp(ask.id);
}

/** Answers that no agent has been given, and one has to be. */
export function undeliveredAsks(ledger: Ledger, id: SessionId): Ask[] {
  return ledger.unfinished(id).filter((ask) => isOnHold(ask) && wayOf(ask) !== 'direct' && !comesBeforeAgent(ask));
}

/** The call that the agent is to ask for again when it is brought back. */
export function returningAsk(ledger: Ledger, id: SessionId): ReturningAsk | undefined {
  return ledger.unfinished(id).findLast(canReturn);
}

/** The same, when an agent is started for it: an agent brings back one call, so every other one is orphaned. */
export function takeReturning(ledger: Ledger, id: SessionId): ReturningAsk | undefined {
  const returning = returningAsk(ledger, id);
  for (const ask of ledger.unfinished(id).filter(canReturn)) if (ask.id !== returning?.id) orphan(ledger, ask);
  return returning;
}

/** The next answer that an agent is to be told in a message. */
export function nextToTell(ledger: Ledger, id: SessionId): ParkedAsk | undefined {
  return undeliveredAsks(ledger, id).find(isOrphan);
}

/** Asks whose answers an agent was told in a message. */
export function toldAsks(ledger: Ledger, id: SessionId): ParkedAsk[] {
  return ledger.unfinished(id).filter(isOrphan).filter(hasArrived);
}

/** The model could not be reached: whatever its agent was told has to be told again. Says whether it was told anything. */
export function parkTold(ledger: Ledger, id: SessionId): boolean {
  const told = toldAsks(ledger, id);
  for (const ask of told) orphan(ledger, ask);
  return told.length > 0;
}

/** Where a gateway went away while it told an answer, nobody knows whether it was heard: it is told again. */
export function retellUnheard(ledger: Ledger, id: SessionId): void {
  for (const ask of ledger.unfinished(id).filter(isOrphan)) {
    if (ask.phase === 'handed' && !hasArrived(ask)) orphan(ledger, ask);
  }
}

function canReturn(ask: Ask): ask is ReturningAsk {
  return wayOf(ask) === 'returning' && isCallOfMainAgent(ask);
}

/** A subagent is gone with all that it knew, and an ask that is about no call is in no conversation to be taken up again. */
export function isCallOfMainAgent(ask: Ask): boolean {
  return ask.agentId === undefined && ask.toolName !== undefined && !comesBeforeAgent(ask);
}

function isOrphan(ask: Ask): ask is ParkedAsk {
  return wayOf(ask) === 'told';
}
