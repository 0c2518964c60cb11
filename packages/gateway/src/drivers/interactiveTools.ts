// Which tools mean something to a person beyond "may it run?". This table, used by every driver, is the one place where a
// further one is added: its name, how to read an ask from its input, how an answer goes back to the agent.
import type {
  Abridged,
  Answer,
  AskKind,
  JsonObject,
  KindFields,
  PermissionSuggestion,
  ToolCallId,
} from '@beckon/protocol';
import { answersForAgent, readQuestions } from '@beckon/protocol';
import { readableSuggestions } from './claude/suggestions.ts';
import type { ToolCallAsk } from './driver.ts';

const interactiveTools = new Map([
  interactiveTool('AskUserQuestion', {
    kind: 'question',
    read: readQuestion,
    allow: allowQuestion,
    no: 'The person chose not to answer. Go on with your best judgement, or ask differently.',
  }),
  interactiveTool('ExitPlanMode', {
    kind: 'plan',
    read: readPlan,
    allow: allowPlan,
    no: 'The person sent the plan back without a comment. Ask what to change.',
  }),
]);

interface InteractiveTool<Kind extends AskKind> {
  /** What kind of ask a call of it is. */
  kind: Kind;
  /** What such an ask has beside the call; undefined where the input makes no sense: it is an ordinary approval then. */
  read(call: WaitingToolCall, known: KnownOfCall): OwnFields<Kind> | undefined;
  /** What the agent is told; undefined where the answer does not clearly allow the call. */
  allow(answer: Answer, ask: OwnFields<Kind> & WaitingToolCall): Allowance | undefined;
  /** What the agent is told where the person says no without a word. */
  no: string;
}

/** The fields of a kind that the call itself does not have. */
type OwnFields<Kind extends AskKind> = Omit<KindFields<Kind>, 'kind' | keyof WaitingToolCall>;

/** A row of the table. */
function interactiveTool<Kind extends AskKind>(
  name: string,
  tool: InteractiveTool<Kind>,
): [name: string, tool: InteractiveTool<AskKind>] {
  return [name, tool];
}

/** Whether its answer needs the whole input: it goes back to the agent with it. */
export function isInteractive(toolName: string): boolean {
  return interactiveTools.has(toolName);
}

/** A tool call that waits for a person. */
export interface WaitingToolCall {
  toolCallId: ToolCallId;
  toolName: string;
  input: JsonObject;
  /** The subagent that makes it; undefined for the main agent. */
  agentId?: string | undefined;
  /** Where the input is too large to be held: it has its ends only. */
  abridged?: Abridged | undefined;
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

export function askFor(call: WaitingToolCall, known: KnownOfCall = {}): ToolCallAsk {
  const { toolCallId, toolName, input, agentId, abridged } = call;
  const common = {
    toolCallId,
    toolName,
    input,
    ...(agentId !== undefined && { agentId }),
    ...(abridged && { abridged }),
  };
  const tool = interactiveTools.get(toolName);
  const own = tool?.read(call, known);
  if (tool && own) return { ...common, kind: tool.kind, ...own } as ToolCallAsk;
  const { suggestions = [], defaultToNo = false } = known;
  return { ...common, kind: 'approval', suggestions, defaultToNo };
}

/** `suggestions` are the agent's own: only what a person has been shown is granted, and exactly as the agent worded it. */
export function decisionFor(answer: Answer, ask: ToolCallAsk, suggestions: readonly unknown[]): Decision {
  const tool = toolOf(ask);
  const allowance = tool ? tool.allow(answer, ask) : allowTool(answer, suggestions);
  if (allowance) return { behavior: 'allow', ...allowance };
  const { message, interrupt } = answer.type === 'deny' ? answer : {};
  const otherwise = tool?.no ?? 'The person said no. The tool did not run.';
  return { behavior: 'deny', message: message?.trim() || otherwise, ...(interrupt && { interrupt }) };
}

/** Undefined where a call of the tool could not be understood, and so is an ordinary approval. */
function toolOf({ kind, toolName }: ToolCallAsk): InteractiveTool<AskKind> | undefined {
  const tool = interactiveTools.get(toolName);
  return tool?.kind === kind ? tool : undefined;
}

/** The plan that an input holds, where it is more than white space. */
export function planIn(input: JsonObject | undefined): string | undefined {
  const text = input?.['plan'];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function readQuestion({ input }: WaitingToolCall) {
  const questions = readQuestions(input);
  return questions.length > 0 ? { questions } : undefined;
}

type AskedQuestions = OwnFields<'question'> & WaitingToolCall;

function allowQuestion(answer: Answer, { input, questions }: AskedQuestions): Allowance | undefined {
  if (answer.type !== 'answers') return undefined;
  return { updatedInput: { ...input, answers: answersForAgent(questions, answer.answers) } };
}

function readPlan({ input }: WaitingToolCall, { plan }: KnownOfCall) {
  return { plan: planIn(input) ?? plan ?? '' };
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
