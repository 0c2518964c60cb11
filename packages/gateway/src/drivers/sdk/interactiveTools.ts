// Which tools mean something to a person beyond "may it run?". This table is the one place where a further one is added
// to this driver: its name, how to read an ask from its input, how an answer goes back to the agent.
import type { CanUseTool, PermissionResult, PermissionUpdate } from '@anthropic-ai/claude-agent-sdk';
import { type Answer, answersForAgent, type JsonObject, readQuestions } from '@beckon/protocol';
import { planIn, readableSuggestions } from '../askParts.ts';
import type { AgentAsk } from '../driver.ts';

const interactiveTools = new Map<string, (call: WaitingCall) => PreparedAsk | undefined | Promise<PreparedAsk>>([
  ['AskUserQuestion', question],
  ['ExitPlanMode', plan],
]);

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
  /** What the agent is told. Whatever does not clearly allow the call denies it. */
  resultOf(answer: Answer): PermissionResult;
}

export async function prepareAsk(call: WaitingCall): Promise<PreparedAsk> {
  return (await interactiveTools.get(call.toolName)?.(call)) ?? approval(call);
}

function question(call: WaitingCall): PreparedAsk | undefined {
  const questions = readQuestions(call.input);
  if (questions.length === 0) return undefined;
  return {
    ask: { ...commonFields(call), kind: 'question', questions },
    resultOf: (answer) =>
      answer.type === 'answers'
        ? allow({ updatedInput: { ...call.input, answers: answersForAgent(questions, answer.answers) } })
        : deny(answer, 'The person chose not to answer. Go on with your best judgement, or ask differently.'),
  };
}

/**
 * The callback's input holds the plan only where the CLI found it in its plan file; a plan that the model passed as an
 * argument is in the conversation alone.
 */
async function plan(call: WaitingCall): Promise<PreparedAsk> {
  const text = planIn(call.input) ?? planIn(await call.inputInConversation()) ?? '';
  return {
    ask: { ...commonFields(call), kind: 'plan', plan: text },
    resultOf: (answer) =>
      answer.type === 'approve'
        ? allow({
            ...(answer.updatedInput && { updatedInput: answer.updatedInput }),
            // Where nobody chose a mode, accepting the plan grants nothing but the plan.
            updatedPermissions: [{ type: 'setMode', mode: answer.permissionMode ?? 'default', destination: 'session' }],
          })
        : deny(answer, 'The person sent the plan back without a comment. Ask what to change.'),
  };
}

function approval(call: WaitingCall): PreparedAsk {
  const { permission } = call;
  const offered = permission.suppressAlwaysAllowRule ? [] : readableSuggestions(permission.suggestions ?? []);
  return {
    ask: {
      ...commonFields(call),
      kind: 'approval',
      suggestions: offered.map(({ shown }) => shown),
      defaultToNo: permission.defaultToNo ?? false,
    },
    resultOf: (answer) => {
      if (answer.type !== 'approve') return deny(answer, 'The person said no. The tool did not run.');
      return allow({
        ...(answer.updatedInput && { updatedInput: answer.updatedInput }),
        ...(answer.remember && { updatedPermissions: offered.map(({ original }) => original) }),
      });
    },
  };
}

function commonFields({ toolName, input, permission }: WaitingCall) {
  const { toolUseID, agentID, blockedPath, matchedAskRule, decisionReason, title } = permission;
  // Not `description`: for Bash that is the model's own prose about its command.
  const reason = decisionReason ?? title ?? (matchedAskRule && describeRule(matchedAskRule));
  return {
    toolCallId: toolUseID,
    toolName,
    input,
    ...(agentID !== undefined && { agentId: agentID }),
    ...(blockedPath !== undefined && { blockedPath }),
    ...(reason !== undefined && { reason }),
  };
}

function describeRule({ source, toolName, ruleContent }: { source: string; toolName: string; ruleContent?: string }) {
  return `A rule in ${source} asks for ${ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`}.`;
}

type Allowance = { updatedInput?: JsonObject; updatedPermissions?: PermissionUpdate[] };

function allow(allowance: Allowance): PermissionResult {
  return { behavior: 'allow', ...allowance };
}

function deny(answer: Answer, otherwise: string): PermissionResult {
  const { message, interrupt } = answer.type === 'deny' ? answer : {};
  return { behavior: 'deny', message: message?.trim() || otherwise, ...(interrupt && { interrupt }) };
}
