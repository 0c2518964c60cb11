// How a PermissionRequest becomes an ask, and the answer to that ask what Claude Code reads from its hook.
import type { Answer, JsonObject, ToolCallId } from '@beckon/protocol';
import { answersForAgent } from '@beckon/protocol';
import { askFor, readableSuggestions } from '../../askParts.ts';
import type { AgentAsk } from '../../driver.ts';
import type { PermissionRequest } from './payload.ts';

/** What the hook prints; the shape is Claude Code's. */
export interface HookReply {
  hookSpecificOutput: { hookEventName: 'PermissionRequest'; decision: PermissionDecision };
}

type PermissionDecision =
  | { behavior: 'allow'; updatedInput?: JsonObject; updatedPermissions?: unknown[] }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

/** The ask that a request is, once its tool call is known; `plan` is what the transcript says, where the input is silent. */
export function askFrom(request: PermissionRequest, call: { toolCallId: ToolCallId; plan?: string }): AgentAsk {
  const { tool_name: toolName, tool_input: input, agent_id: agentId, permission_suggestions = [] } = request;
  const suggestions = readableSuggestions(permission_suggestions).map(({ shown }) => shown);
  return askFor({ toolCallId: call.toolCallId, toolName, input, agentId }, { plan: call.plan, suggestions });
}

/** Whatever does not clearly allow the call denies it. */
export function permissionReply(answer: Answer, ask: AgentAsk, request: PermissionRequest): HookReply {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: decide(answer, ask, request) } };
}

function decide(answer: Answer, ask: AgentAsk, request: PermissionRequest): PermissionDecision {
  switch (ask.kind) {
    case 'question': {
      if (answer.type !== 'answers') {
        return deny(answer, 'The person chose not to answer. Go on with your best judgement, or ask differently.');
      }
      const answers = answersForAgent(ask.questions, answer.answers);
      return { behavior: 'allow', updatedInput: { ...request.tool_input, answers } };
    }
    case 'plan':
      if (answer.type !== 'approve') {
        return deny(answer, 'The person sent the plan back without a comment. Ask what to change.');
      }
      return {
        behavior: 'allow',
        // Without it the allowance is ignored and the dialog stays; another plan than the agent's would count as edited.
        updatedInput: request.tool_input,
        // Where nobody chose a mode, accepting the plan grants nothing but the plan.
        updatedPermissions: [{ type: 'setMode', mode: answer.permissionMode ?? 'default', destination: 'session' }],
      };
    case 'approval':
      if (answer.type !== 'approve') return deny(answer, 'The person said no. The tool did not run.');
      return {
        behavior: 'allow',
        ...(answer.updatedInput && { updatedInput: answer.updatedInput }),
        ...(answer.remember && {
          updatedPermissions: readableSuggestions(request.permission_suggestions ?? []).map(({ original }) => original),
        }),
      };
  }
}

function deny(answer: Answer, otherwise: string): PermissionDecision {
  const { message, interrupt } = answer.type === 'deny' ? answer : {};
  return { behavior: 'deny', message: message?.trim() || otherwise, ...(interrupt && { interrupt }) };
}
