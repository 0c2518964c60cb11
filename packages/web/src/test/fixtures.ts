// Sessions, asks and messages to test with; each test says what matters to it and takes the rest from here.
import { noUsage, withPhase } from '@beckon/protocol';
import type { Channel, Ask, DriverDescription, Message, Session, ToolCallPart } from '@beckon/protocol';
import type { QuestionAsk } from '../asks/QuestionPrompt.tsx';
import type { ApprovalAsk } from '../asks/ToolApproval.tsx';
import type { PlanAsk } from '../asks/PlanReview.tsx';

export const sessionId = '11111111-1111-4111-8111-111111111111';

/** Says of itself what a test needs, and no more. */
export function driver(change: Partial<DriverDescription> = {}): DriverDescription {
  return {
    name: 'sdk',
    title: 'Beckon (SDK)',
    meaning: 'Beckon runs the agent',
    permissionModes: [
      { value: 'default', name: 'Ask', meaning: 'Asks first' },
      { value: 'acceptEdits', name: 'Accept edits', meaning: 'Edits without asking' },
      { value: 'plan', name: 'Plan', meaning: 'Only plans' },
      { value: 'bypass', name: 'Bypass', meaning: 'Never asks', warning: 'Whatever it tries, runs.' },
    ],
    defaultPermissionMode: 'default',
    planModes: ['default', 'acceptEdits'],
    models: [{ value: 'opus', name: 'Opus' }],
    abilities: ['message', 'images', 'documents', 'interrupt', 'permission_mode', 'model', 'updated_input'],
    takesArguments: false,
    ...change,
  };
}

export function session(change: Partial<Session> = {}): Session {
  return {
    id: sessionId,
    driver: 'sdk',
    cwd: '/home/ana/shop',
    title: 'Shop',
    state: 'assistant_turn',
    permissionMode: 'default',
    models: [],
    abilities: ['message', 'images', 'documents', 'interrupt', 'permission_mode', 'model', 'updated_input'],
    createdAt: 1,
    lastActivityAt: 1,
    usage: noUsage,
    asks: [],
    ...change,
  };
}

const askFields = {
  id: '22222222-2222-4222-8222-222222222222',
  sessionId,
  toolCallId: 'call-1',
  state: 'open',
  createdAt: 1,
} as const;

export function approval(change: Partial<ApprovalAsk> = {}): ApprovalAsk {
  return withPhase({
    ...askFields,
    kind: 'approval',
    toolName: 'Bash',
    input: { command: 'touch done.txt' },
    suggestions: [],
    defaultToNo: false,
    ...change,
  });
}

export function question(change: Partial<QuestionAsk> = {}): QuestionAsk {
  return withPhase({
    ...askFields,
    kind: 'question',
    toolName: 'AskUserQuestion',
    input: {},
    questions: [
      {
        header: 'Database',
        question: 'Which database?',
        multiSelect: false,
        options: [{ label: 'PostgreSQL', description: 'A server' }, { label: 'SQLite' }],
      },
    ],
    ...change,
  });
}

export function plan(change: Partial<PlanAsk> = {}): PlanAsk {
  return withPhase({
    ...askFields,
    kind: 'plan',
    toolName: 'ExitPlanMode',
    input: {},
    plan: '# Steps\n\n1. Do it',
    ...change,
  });
}

export function callFor(
  ask: Pick<ApprovalAsk, 'toolCallId' | 'toolName' | 'input'> & Pick<Ask, 'kind'>,
  change: Partial<ToolCallPart> = {},
): ToolCallPart {
  const { toolCallId, toolName, input, kind } = ask;
  return { type: 'tool_call', toolCallId, toolName, input, status: 'pending', interactiveType: kind, ...change };
}

export function message(parts: Message['parts'], change: Partial<Message> = {}): Message {
  return { id: 'message-1', role: 'assistant', createdAt: 1, parts, ...change };
}

/** A browser that is called. */
export const pushChannel: Channel<'push'> = {
  id: '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e42',
  type: 'push',
  deviceId: 'a',
  name: 'My desk',
  isOn: true,
  occasions: ['ask'],
  privacy: 'full',
  hasButtons: true,
  isBackup: false,
  has: ['endpoint', 'keys'],
  createdAt: 0,
};
