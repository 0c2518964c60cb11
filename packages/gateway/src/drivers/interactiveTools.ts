// Which tools mean something to a person beyond "may it run?". This table, used by every driver, is the one place where a
// further one is added: its name, how to read an ask from its input, how an answer goes back to the agent.
import type { Answer, JsonObject, PermissionSuggestion, Question, ToolCallId } from '@beckon/protocol';
import { answersForAgent, readQuestions } from '@beckon/protocol';
import { readableSuggestions } from './claude/suggestions.ts';
import type { AgentAsk } from './driver.ts';

const interactiveTools = new Map<string, InteractiveTool>([
  [
    'AskUserQuestion',
    {
      read: readQuestion,
      allow: allowQuestion,
      no: 'The person chose not to answer. Go on with your best judgement, or ask differently.',
    },
  ],
  [
    'ExitPlanMode',
    { read: readPlan, allow: allowPlan, no: 'The person sent the plan back without a comment. Ask what to change.' },
  ],
]);

interface InteractiveTool {
  /** What kind of ask the call is; undefined where its input makes no sense: it is an ordinary approval then. */
  read(call: WaitingToolCall, known: KnownOfCall): AskKindFields | undefined;
  /** What the agent is told; undefined where the answer does not clearly allow the call. */
  allow(answer: Answer, ask: AgentAsk): Allowance | undefined;
  /** What the agent is told where the person says no without a word. */
  no: string;
}

/** What makes an ask more than an approval. */
type AskKindFields = { kind: 'question'; questions: Question[] } | { kind: 'plan'; plan: string };

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

interface Allowance {
  updatedInput?: JsonObject;
  updatedPermissions?: unknown[];
}

/** What a driver tells its agent. Whatever does not clearly allow the call denies it. */
export type Decision = ({ behavior: 'allow' } & Allowance) | { behavior: 'deny'; message: string; interrupt?: boolean };

export function askFor(call: WaitingToolCall, known: KnownOfCall = {}): AgentAsk {
  const { toolCallId, toolName, input, agentId } = call;
  const { suggestions = [], defaultToNo = false } = known;
  const kind = interactiveTools.get(toolName)?.read(call, known) ?? {
    kind: 'approval' as const,
    suggestions,
    defaultToNo,
  };
  return { toolCallId, toolName, input, ...(agentId !== undefined && { agentId }), ...kind };
}

/** `suggestions` are the agent's own: only what a person has been shown is granted, and exactly as the agent worded it. */
export function decisionFor(answer: Answer, ask: AgentAsk, suggestions: readonly unknown[]): Decision {
  const tool = ask.kind === 'approval' ? undefined : interactiveTools.get(ask.toolName);
  const allowance = tool ? tool.allow(answer, ask) : allowTool(answer, suggestions);
  if (allowance) return { behavior: 'allow', ...allowance };
  const { message, interrupt } = answer.type === 'deny' ? answer : {};
  const otherwise = tool?.no ?? 'The person said no. The tool did not run.';
  return { behavior: 'deny', message: message?.trim() || otherwise, ...(interrupt && { interrupt }) };
}

/** The plan that an input holds, where it is more than white space. */
export function planIn(input: JsonObject | undefined): string | undefined {
  const text = input?.['plan'];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function readQuestion({ input }: WaitingToolCall): AskKindFields | undefined {
  const questions = readQuestions(input);
  return questions.length > 0 ? { kind: 'question', questions } : undefined;
}

function allowQuestion(answer: Answer, ask: AgentAsk): Allowance | undefined {
  if (answer.type !== 'answers' || ask.kind !== 'question') return undefined;
  return { updatedInput: { ...ask.input, answers: answersForAgent(ask.questions, answer.answers) } };
}

function readPlan({ input }: WaitingToolCall, { plan }: KnownOfCall): AskKindFields {
  return { kind: 'plan', plan: planIn(input) ?? plan ?? '' };
}

function allowPlan(answer: Answer): Allowance | undefined {
  if (answer.type !== 'approve') return undefined;
  // Where nobody chose a mode, accepting the plan grants nothing but the plan.
  const mode = answer.permissionMode ?? 'default';
  return { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] };
}

function allowTool(answer: Answer, suggestions: readonly unknown[]): Allowance | undefined {
  if (answer.type !== 'approve') return undefined;
  return {
    ...(answer.updatedInput && { updatedInput: answer.updatedInput }),
    ...(answer.remember && { updatedPermissions: readableSuggestions(suggestions).map(({ original }) => original) }),
  };
}
