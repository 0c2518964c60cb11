// A call that the SDK holds open becomes an ask, and the answer to it what the SDK is told.
import type { CanUseTool, PermissionResult } from '@anthropic-ai/claude-agent-sdk';
import type { Answer, JsonObject, PermissionSuggestion } from '@beckon/protocol';
import type { AgentAsk } from '../driver.ts';
import { asShown, readableSuggestions } from '../claude/suggestions.ts';
import { askFor, decisionFor, planIn } from '../interactiveTools.ts';

/** A tool call that waits for a person. */
export interface WaitingCall {
  toolName: string;
  input: JsonObject;
  permission: Parameters<CanUseTool>[2];
  /** The input as the model wrote it, where the conversation has it. */
  inputInConversation(): Promise<JsonObject | undefined>;
}

export interface PreparedAsk {
  ask: AgentAsk;
  /** What the agent is told. `suggestions` are those that the answer was given to. */
  resultOf(answer: Answer, suggestions: readonly PermissionSuggestion[]): PermissionResult;
}

export async function prepareAsk(call: WaitingCall): Promise<PreparedAsk> {
  const { toolName, input, permission } = call;
  const { toolUseID: toolCallId, agentID: agentId, suppressAlwaysAllowRule, defaultToNo = false } = permission;
  const offered = suppressAlwaysAllowRule ? [] : (permission.suggestions ?? []);
  const suggestions = readableSuggestions(offered).map(({ shown }) => shown);
  const read = askFor({ toolCallId, toolName, input, agentId }, { suggestions, defaultToNo });
  const ask = { ...read, ...circumstances(permission), ...(await planOf(read, call)) };
  return {
    ask,
    resultOf: (answer, shown) => decisionFor(answer, ask, asShown(offered, shown)) as PermissionResult,
  };
}

/**
 * The callback's input holds the plan only where the CLI found it in its plan file; a plan that the model passed as an
 * argument is in the conversation alone.
 */
async function planOf(ask: AgentAsk, call: WaitingCall): Promise<{ plan?: string }> {
  if (ask.kind !== 'plan' || ask.plan !== '') return {};
  return { plan: planIn(await call.inputInConversation()) ?? '' };
}

/** What the agent says about why it must ask. */
function circumstances({ blockedPath, matchedAskRule, decisionReason, title }: WaitingCall['permission']) {
  // Not `description`: for Bash that is the model's own prose about its command.
  const reason = decisionReason ?? title ?? (matchedAskRule && describeRule(matchedAskRule));
  return { ...(blockedPath !== undefined && { blockedPath }), ...(reason !== undefined && { reason }) };
}

function describeRule({ source, toolName, ruleContent }: { source: string; toolName: string; ruleContent?: string }) {
  return `A rule in ${source} asks for ${ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`}.`;
}
