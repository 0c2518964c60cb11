// What both drivers read off a call that waits for a person. Here, and nowhere else, stands which kind of ask it is.
import type { JsonObject, ToolCallId } from '@beckon/protocol';
import { PermissionSuggestion, readQuestions } from '@beckon/protocol';
import type { AgentAsk } from './driver.ts';

/** A tool call that waits for a person. */
export interface WaitingToolCall {
  toolCallId: ToolCallId;
  toolName: string;
  input: JsonObject;
  /** The subagent that makes it; undefined for the main agent. */
  agentId?: string | undefined;
}

/** What is known of the call beside its input. */
export interface KnownOfCall {
  /** The plan, where the input may be silent about it. */
  plan?: string | undefined;
  suggestions?: PermissionSuggestion[];
  defaultToNo?: boolean;
}

export function askFor(call: WaitingToolCall, known: KnownOfCall = {}): AgentAsk {
  const { toolCallId, toolName, input, agentId } = call;
  const fields = { toolCallId, toolName, input, ...(agentId !== undefined && { agentId }) };
  if (toolName === 'ExitPlanMode') return { ...fields, kind: 'plan', plan: planIn(input) ?? known.plan ?? '' };
  const questions = toolName === 'AskUserQuestion' ? readQuestions(input) : [];
  if (questions.length > 0) return { ...fields, kind: 'question', questions };
  const { suggestions = [], defaultToNo = false } = known;
  return { ...fields, kind: 'approval', suggestions, defaultToNo };
}

/** What can be shown, beside what it was: only what a person has read is granted, and exactly as the agent worded it. */
export function readableSuggestions<T>(suggestions: readonly T[]): { original: T; shown: PermissionSuggestion }[] {
  return suggestions.flatMap((original) => {
    const read = PermissionSuggestion.safeParse(original);
    return read.success ? [{ original, shown: read.data }] : [];
  });
}

/** The plan that an input holds, where it is more than white space. */
export function planIn(input: JsonObject | undefined): string | undefined {
  const text = input?.['plan'];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
