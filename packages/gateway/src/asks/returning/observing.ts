// What shows that an agent has gone on from an ask: the result of its call, or, without one, what it did since.
import type { Answer, Ask, Observation, SessionId, ToolResult } from '@beckon/protocol';
import { isOpen, kindOf, wayOf } from '@beckon/protocol';
import type { Ledger } from '../ledger.ts';
import { toldAsks } from './parking.ts';

/** A result shows what became of its call. */
export function observeResult(ledger: Ledger, id: SessionId, { toolCallId, result }: ResultOfCall): void {
  const { recorded } = result;
  const atDesk = recorded?.isFromTerminal ? recorded.answer : undefined;
  const ask = ledger.unfinished(id).findLast((unfinished) => unfinished.toolCallId === toolCallId);
  if (ask && !isOpen(ask)) {
    const inTerminal = atDesk && asRead(ask, atDesk);
    ledger.observe(id, toolCallId, { observed: whatBecameOf(result, ask), ...(inTerminal && { inTerminal }) });
  } else if (atDesk) {
    if (ask) ledger.withdraw(ask.id, 'answered_in_terminal');
    explain(ledger, ledger.forToolCalls(id, [toolCallId]), atDesk);
  }
}

/** It left the queue when its dialog left the terminal, or does so now; how it was answered is known only from here on. */
function explain(ledger: Ledger, asks: readonly Ask[], answer: Answer): void {
  for (const ask of asks) {
    const inTerminal = asRead(ask, answer);
    if (inTerminal) ledger.explain(ask, inTerminal);
  }
}

/** Where the agent keeps no record of the answer, the error that a denied call has for a result is the denial. */
function whatBecameOf({ isError, wasStopped, recorded }: ToolResult, { answer }: Ask): Observation {
  if (recorded?.answer.type === 'deny') return 'did_not_run';
  if (wasStopped) return 'stopped';
  if (!isError) return 'ran';
  return recorded === undefined && answer?.type === 'deny' ? 'did_not_run' : 'failed';
}

/** The terminal offers more than the kind of ask does: of what the kind has no words for, only whether it was a yes counts. */
function asRead(ask: Ask, answer: Answer): Answer | undefined {
  const kind = kindOf(ask);
  if (!kind.answers.includes(answer.type)) return undefined;
  const reading = kind.read(ask, answer);
  if (reading.ok) return reading.answer;
  return answer.type === 'approve' ? { type: 'approve' } : undefined;
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
  for (const { toolCallId } of toldAsks(ledger, id)) ledger.observe(id, toolCallId, { observed: 'went_on' });
}

/** Settles what an agent was given the answer to, and not merely told of it. */
function settleHanded(ledger: Ledger, id: SessionId, isTheirs: (ask: Ask) => boolean): void {
  for (const ask of ledger.unfinished(id)) {
    const isGiven = ask.phase === 'handed' && wayOf(ask) !== 'told';
    if (isGiven && isTheirs(ask)) ledger.observe(id, ask.toolCallId, { observed: 'went_on' });
  }
}
