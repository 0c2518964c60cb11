// The calls that agents make: of every kind that a person is asked about, and few enough different ones that an agent now
// and then makes the same call again.
import type { Answer, Ask, JsonObject, Question } from '@beckon/protocol';
import type { AgentAsk } from '../../packages/gateway/src/drivers/driver.ts';
import type { Random } from '../support/random.ts';

/** What a call can be asked about with. */
export type CallKind = 'approval' | 'question' | 'plan';

export interface Call {
  id: string;
  kind: CallKind;
  toolName: string;
  input: JsonObject;
  plan?: string;
}

const question: Question = {
  header: 'Database',
  question: 'Which database?',
  options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
  multiSelect: false,
};

export function makeCall(random: Random, id: string, kinds: Record<CallKind, number>): Call {
  switch (random.weighted(kinds)) {
    case 'approval':
      return { id, kind: 'approval', toolName: 'Bash', input: { command: `make part ${random.below(4)}` } };
    case 'question':
      return { id, kind: 'question', toolName: 'AskUserQuestion', input: { questions: [question] } };
    case 'plan':
      return { id, kind: 'plan', toolName: 'ExitPlanMode', input: {}, plan: `1. part ${random.below(2)}` };
  }
}

/** Nearly the same call: what its person was shown does not cover it. */
export function slightlyDifferent(call: Call): Call {
  if (call.kind === 'plan') return { ...call, plan: `${call.plan} 2. and more` };
  return { ...call, input: { ...call.input, force: true } };
}

export function askFor({ id: toolCallId, kind, toolName, input, plan = '' }: Call, agentId?: string): AgentAsk {
  const common = { toolCallId, toolName, input, ...(agentId !== undefined && { agentId }) };
  switch (kind) {
    case 'approval':
      return { ...common, kind, suggestions: [], defaultToNo: false };
    case 'question':
      return { ...common, kind, questions: [question] };
    case 'plan':
      return { ...common, kind, plan };
  }
}

/** What a person may say to such an ask. */
export function makeAnswer(random: Random, { kind, input }: Pick<Ask, 'kind' | 'input'>): Answer {
  if (random.chance(0.25)) {
    const message = random.chance(0.5) ? { message: 'Rather not.' } : {};
    return { type: 'deny', ...message, ...(random.chance(0.2) && { interrupt: true }) };
  }
  if (kind === 'question')
    return { type: 'answers', answers: { 0: random.pick(['PostgreSQL', 'SQLite', 'Other']) ?? '' } };
  const isChanged = kind === 'approval' && random.chance(0.15);
  return { type: 'approve', ...(isChanged && { updatedInput: { ...input, changed: true } }) };
}

/** What no ask of this kind can be answered with. */
export function makeNonsense({ kind }: Pick<Ask, 'kind'>): Answer {
  if (kind === 'question') return { type: 'answers', answers: {} };
  return kind === 'plan'
    ? { type: 'approve', updatedInput: { command: 'something else' } }
    : { type: 'approve', permissionMode: 'acceptEdits' };
}
