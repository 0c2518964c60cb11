// What shows that an agent has gone on from an ask: the result of its call, or, without one, what it did since.
import type { Ask, SessionId, ToolResult } from '@beckon/protocol';
import { wayOf } from '@beckon/protocol';
import type { Ledger } from '../ledger.ts';
import { toldAsks } from './parking.ts';

/** A result shows what became of its call. */
export function observeResult(ledger: Ledger, id: SessionId, { toolCallId, result }: ResultOfCall): void {
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
export function settleAfterTurn(ledger: Ledger, id: SessionId): void {
  settleHanded(ledger, id, ({ agentId }) => agentId === undefined);
}

/** Where nothing of an agent is at work any more, its subagents too have moved on, though some tell no result. */
export function settleSubagents(ledger: Ledger, id: SessionId): void {
  settleHanded(ledger, id, ({ agentId }) => agentId !== undefined);
}

/** An agent that is ready for input has read every message: an answer that it was told of in one has had its chance. */
export function settleTold(ledger: Ledger, id: SessionId): void {
  for (const { toolCallId } of toldAsks(ledger, id)) ledger.observe(id, toolCallId, 'went_on');
}

/** Settles what an agent was given the answer to, and not merely told of it. */
function settleHanded(ledger: Ledger, id: SessionId, isTheirs: (ask: Ask) => boolean): void {
  for (const ask of ledger.unfinished(id)) {
    const isGiven = ask.phase === 'handed' && wayOf(ask) !== 'told';
    if (isGiven && isTheirs(ask)) ledger.observe(id, ask.toolCallId, 'went_on');
  }
}
