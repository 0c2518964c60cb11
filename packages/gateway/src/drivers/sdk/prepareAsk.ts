// A call that the SDK holds open becomes an ask, and the answer to it what the SDK is told.
import type { CanUseTool, PermissionResult } from '@anthropic-ai/claude-agent-sdk';
import type { Answer, JsonObject, PermissionSuggestion } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { ToolCallAsk } from '../driver.ts';
import { aboutSkill } from '../claude/skillText.ts';
import { asShown, readableSuggestions } from '../claude/suggestions.ts';
import { askFor, decisionFor, planIn } from '../interactiveTools.ts';

/** A tool call that waits for a person. */
export interface WaitingCall {
  toolName: string;
  input: JsonObject;
  permission: Parameters<CanUseTool>[2];
  /** The folder of the session. */
  cwd: string;
  clock: Clock;
  /** The input as the model wrote it, where the conversation has it. */
  inputInConversation(): Promise<JsonObject | undefined>;
}

export interface PreparedAsk {
  ask: ToolCallAsk;
  /** What the agent is told. `suggestions` are those that the answer was given to. */
  resultOf(answer: Answer, suggestions: readonly PermissionSuggestion[]): PermissionResult;
}

export async function prepareAsk(call: WaitingCall): Promise<PreparedAsk> {
  const { toolName, input, permission } = call;
  const { toolUseID: toolCallId, agentID: agentId, suppressAlwaysAllowRule, defaultToNo = false } = permission;
  const offered = suppressAlwaysAllowRule ? [] : (permission.suggestions ?? []);
  const suggestions = readableSuggestions(offered).map(({ shown }) => shown);
  const read = askFor({ toolCallId, toolName, input, agentId }, { suggestions, defaultToNo });
  const skill = await aboutSkill(call, call.cwd, call.clock);
  const ask = { ...read, ...circumstances(permission, skill), ...(await planOf(read, call)) };
  return {
    ask,
    resultOf: (answer, shown) => decisionFor(answer, ask, asShown(offered, shown)) as PermissionResult,
  };
}

/**
 * The callback's input holds the plan only where the CLI found it in its plan file; a plan that the model passed as an
 * argument is in the conversation alone.
 */
async function planOf(ask: ToolCallAsk, call: WaitingCall): Promise<{ plan?: string }> {
  if (ask.kind !== 'plan' || ask.plan !== '') return {};
  return { plan: planIn(await call.inputInConversation()) ?? '' };
}

/** What the agent says about why it must ask, and what is known of the skill that it wants to use. */
function circumstances(permission: WaitingCall['permission'], skill: string | undefined) {
  const { blockedPath, matchedAskRule, decisionReason, title } = permission;
  // Not `description`: for Bash that is the model's own prose about its command.
  const said = decisionReason ?? title ?? (matchedAskRule && describeRule(matchedAskRule));
  const reason = skill === undefined ? said : [said, skill].filter((text) => text !== undefined).join('\n\n');
  return { ...(blockedPath !== undefined && { blockedPath }), ...(reason !== undefined && { reason }) };
}

function describeRule({ source, toolName, ruleContent }: { source: string; toolName: string; ruleContent?: string }) {
  return `A rule in ${source} asks for ${ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`}.`;
}
