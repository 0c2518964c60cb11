// How a PermissionRequest becomes an ask, and the answer to that ask what Claude Code reads from its hook.
import type { ToolCallId } from '@beckon/protocol';
import type { AskOutcome, ToolCallAsk } from '../../driver.ts';
import { asShown, readableSuggestions } from '../../claude/suggestions.ts';
import { askFor, type Decision, decisionFor } from '../../interactiveTools.ts';
import { notInTime, unansweredSentence } from '../../sentences.ts';
import type { LargeToolInput, PermissionRequest } from './payload.ts';

/** What the hook prints; the shape is Claude Code's. */
export type HookReply = PermissionReply | (Partial<TitleReply> & DeskReply);

export interface PermissionReply {
  hookSpecificOutput: { hookEventName: 'PermissionRequest'; decision: Decision };
}

export interface TitleReply {
  hookSpecificOutput: { hookEventName: 'UserPromptSubmit'; sessionTitle: string };
}

/** What whoever sits at the terminal is told. */
export interface DeskReply {
  systemMessage?: string;
}

/** The call that a request is about. */
export interface RequestedCall {
  toolCallId: ToolCallId;
  /** What the transcript says, where the input is silent. */
  plan?: string;
  large?: LargeToolInput | undefined;
}

/** The ask that a request is, once its tool call is known. */
export function askFrom(request: PermissionRequest, { toolCallId, plan, large }: RequestedCall): ToolCallAsk {
  const { tool_name: toolName, tool_input: input, agent_id: agentId, permission_suggestions = [] } = request;
  const suggestions = readableSuggestions(permission_suggestions).map(({ shown }) => shown);
  return { ...askFor({ toolCallId, toolName, input, agentId }, { plan, suggestions }), ...large };
}

type Given = Pick<AskOutcome & { type: 'answered' }, 'answer' | 'suggestions'>;

/** Whether a hook can say the answer: that to questions or a plan holds the whole input, which may not be here. */
export function canReply({ abridged, kind }: ToolCallAsk): boolean {
  return !abridged || kind === 'approval';
}

/** Whatever does not clearly allow the call denies it. */
export function permissionReply(given: Given, ask: ToolCallAsk, request: PermissionRequest): PermissionReply {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: decide(given, ask, request) } };
}

/** Nobody has answered within the limit. */
export const noInTime: PermissionReply = {
  hookSpecificOutput: {
    hookEventName: 'PermissionRequest',
    decision: { behavior: 'deny', message: unansweredSentence(notInTime) },
  },
};

function decide({ answer, suggestions }: Given, ask: ToolCallAsk, request: PermissionRequest): Decision {
  const decision = decisionFor(answer, ask, asShown(request.permission_suggestions ?? [], suggestions));
  // Without it the allowance of a plan is ignored and the dialog stays; another plan than the agent's would count as edited.
  return ask.kind === 'plan' && decision.behavior === 'allow'
    ? { ...decision, updatedInput: request.tool_input }
    : decision;
}
