// The callback that the SDK holds open while a person decides. It asks the house directly, whatever the message stream
// is doing meanwhile, and any number of calls may wait at once.
import { setImmediate } from 'node:timers/promises';
import type { CanUseTool, PermissionResult } from '@anthropic-ai/claude-agent-sdk';
import type { WithdrawalReason } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { AgentHost } from '../driver.ts';
import { notInTime, unansweredSentence } from '../sentences.ts';
import type { ClaudeProcess } from './claudeProcess.ts';
import type { HandedAnswers } from './handedAnswers.ts';
import { prepareAsk } from './prepareAsk.ts';
import { mayHaveRun, type ReturningCall } from './returningCall.ts';
import type { Translation } from './translate.ts';

export interface AskingAgent {
  /** The folder of the session. */
  cwd: string;
  clock: Clock;
  host: AgentHost;
  claude: Pick<ClaudeProcess, 'hasExited'>;
  handed: HandedAnswers;
  translation: Pick<Translation, 'inputOf'>;
  /** Aborts when the agent is over and the house knows why. */
  gone: AbortSignal;
  /** The call that the agent was started to ask for again. */
  returning: ReturningCall | undefined;
}

export function createCanUseTool(agent: AskingAgent): CanUseTool {
  const { returning } = agent;
  const ask = createAsking(agent);
  let again: ReturnType<CanUseTool> | undefined;
  return (toolName, input, permission) => {
    if (permission.toolUseID !== returning?.toolCallId) return ask(toolName, input, permission);
    // The CLI may ask twice for a call that it takes up again, and runs it once.
    return (again ??= ask(toolName, input, permission));
  };
}

function createAsking({ cwd, clock, host, claude, handed, translation, gone, returning }: AskingAgent): CanUseTool {
  return async (toolName, input, permission) => {
    const { toolUseID: toolCallId, signal } = permission;
    const isReturning = toolCallId === returning?.toolCallId;
    const prepared = await prepareAsk({
      toolName,
      input,
      permission,
      cwd,
      clock,
      inputInConversation: async () => {
        // The callback may run a few microtasks ahead of the stream that carries the call itself.
        await setImmediate();
        return translation.inputOf(toolCallId) ?? (isReturning ? returning.input : undefined);
      },
    });

    if (isReturning && returning.isGivenUp) return null;

    const interrupted = new AbortController();
    // When the process dies the SDK aborts as it does for an interrupt; the house must hear of the death first.
    const onAbort = () => {
      if (!claude.hasExited) interrupted.abort();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    const asking = host.ask(prepared.ask, AbortSignal.any([interrupted.signal, gone]));
    if (isReturning) returning.hasReturned();
    const outcome = await asking;

    if (outcome.type === 'answered') {
      handed.hand(toolCallId, outcome.delivered);
      return prepared.resultOf(outcome.answer, outcome.suggestions);
    }
    // No longer waited for: leaving it unanswered is the one reply that cannot be misread.
    return signal.aborted || outcome.type === 'parked' ? null : withdrawn(outcome.reason);
  };
}

/** The agent still waits, but nobody will answer: it must hear no. */
function withdrawn(reason: WithdrawalReason): PermissionResult {
  if (reason === 'outcome_unknown') return { behavior: 'deny', message: mayHaveRun };
  return { behavior: 'deny', message: unansweredSentence(whyByReason[reason]) };
}

const whyByReason: Partial<Record<WithdrawalReason, string>> = {
  expired: notInTime,
  failed: 'Something went wrong before the person could respond.',
};
