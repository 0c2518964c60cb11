// How a turn ended, and what it cost.
import type { SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { addUsage, combineUsage, noUsage, type TurnOutcome, type Usage } from '@beckon/protocol';
import { z } from 'zod';

export interface TurnEnd {
  outcome: TurnOutcome;
  durationMs: number;
  /** What went wrong, in words for the person. */
  error?: string;
}

/**
 * Undefined for a turn that nobody would call one: when several background tasks end at once, the CLI wakes for each of
 * them, finds the news already told, and says nothing.
 */
export function readTurnEnd(result: SDKResultMessage): TurnEnd | undefined {
  const durationMs = Math.max(0, result.duration_ms);
  if (result.terminal_reason?.startsWith('aborted_')) return { outcome: 'interrupted', durationMs };
  if (result.is_error) return { outcome: 'failed', durationMs, error: errorSentence(result) };
  const isSilent = result.num_turns === 0 && result.subtype === 'success' && result.result === '';
  if (isSilent && result.origin?.kind === 'task-notification') return undefined;
  return { outcome: 'complete', durationMs };
}

function errorSentence(result: SDKResultMessage): string {
  switch (result.subtype) {
    case 'success':
      return result.result || 'The turn failed.';
    case 'error_max_turns':
      return 'The agent reached its limit of steps for one turn. Send a message to let it go on.';
    case 'error_max_budget_usd':
      return 'The agent reached its budget.';
    case 'error_max_structured_output_retries':
      return 'The agent could not give its answer in the form that was asked for.';
    case 'error_during_execution': {
      const reasons = result.errors.filter((error) => !error.startsWith('[ede_diagnostic]'));
      return reasons.length > 0 ? reasons.join(' ') : 'Something went wrong in the agent. Send the message again.';
    }
    default:
      return 'The turn failed.';
  }
}

/**
 * What was spent since the result before. The SDK's own figures are running totals (or leave subagents out), and after a
 * resume the total begins with what earlier processes spent. The CLI adds the difference itself, in a field that the
 * SDK's types do not name; where it is missing, the totals are compared.
 */
export function turnUsage(result: SDKResultMessage, before: Usage): { turn: Usage; totals: Usage } {
  const totals = sumOf(Object.values(result.modelUsage ?? {}));
  const since = SinceLastResult.safeParse(result);
  if (since.success) return { turn: sumOf(Object.values(since.data.model_usage_since_last_result)), totals };
  // Clearing the conversation sets the running total back.
  const wasReset = (totals.costUsd ?? 0) < (before.costUsd ?? 0) || totals.inputTokens < before.inputTokens;
  return { turn: wasReset ? totals : combineUsage(totals, before, (a, b) => Math.max(0, a - b)), totals };
}

const ModelTotals = z.object({
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  cacheReadInputTokens: z.number().nonnegative(),
  cacheCreationInputTokens: z.number().nonnegative(),
  costUSD: z.number().nonnegative(),
});
type ModelTotals = z.infer<typeof ModelTotals>;

const SinceLastResult = z.object({ model_usage_since_last_result: z.record(z.string(), ModelTotals) });

function sumOf(models: ModelTotals[]): Usage {
  return models.map(toUsage).reduce(addUsage, noUsage);
}

function toUsage(model: ModelTotals): Usage {
  return {
    inputTokens: model.inputTokens,
    outputTokens: model.outputTokens,
    cacheReadTokens: model.cacheReadInputTokens,
    cacheWriteTokens: model.cacheCreationInputTokens,
    costUsd: model.costUSD,
  };
}
