// Asks as tests need them: whole, valid, and changed only where a test cares.
import { randomUUID } from 'node:crypto';
import type { Ask, AskDraft, PermissionSuggestion, Question } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';

export const sessionId = '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01';
export const otherSessionId = '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e02';

export type ApprovalDraft = Extract<AskDraft, { kind: 'approval' }>;
export type QuestionDraft = Extract<AskDraft, { kind: 'question' }>;
export type PlanDraft = Extract<AskDraft, { kind: 'plan' }>;

export const allowTouch: PermissionSuggestion = {
  text: 'Allow Bash(touch:*), for this session',
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'touch:*' }],
  behavior: 'allow',
  destination: 'session',
};

export function approvalDraft(change: Partial<ApprovalDraft> = {}): ApprovalDraft {
  return {
    kind: 'approval',
    sessionId,
    toolCallId: 'toolu_1',
    toolName: 'Bash',
    input: { command: 'touch x.txt' },
    suggestions: [allowTouch],
    defaultToNo: false,
    ...change,
  };
}

export function editDraft(path: string): ApprovalDraft {
  return approvalDraft({ toolName: 'Edit', input: { file_path: path, old_string: 'old', new_string: 'new' } });
}

export const databaseQuestion: Question = {
  header: 'Database',
  question: 'Which database?',
  options: [{ label: 'PostgreSQL' }, { label: 'SQLite', description: 'one file' }],
  multiSelect: false,
};

export const featuresQuestion: Question = {
  header: 'Features',
  question: 'Which features?',
  options: [{ label: 'Search' }, { label: 'Export' }, { label: 'Login, with SSO' }],
  multiSelect: true,
};

export function questionDraft(change: Partial<QuestionDraft> = {}): QuestionDraft {
  const questions = [databaseQuestion, featuresQuestion];
  return {
    kind: 'question',
    sessionId,
    toolCallId: 'toolu_question',
    toolName: 'AskUserQuestion',
    input: { questions },
    questions,
    ...change,
  };
}

export function planDraft(change: Partial<PlanDraft> = {}): PlanDraft {
  return {
    kind: 'plan',
    sessionId,
    toolCallId: 'toolu_plan',
    toolName: 'ExitPlanMode',
    input: {},
    plan: '# Plan\n1. Do it',
    ...change,
  };
}

/** The ask that a draft becomes. */
export function openAsk(draft: AskDraft = approvalDraft(), change: Partial<Ask> = {}): Ask {
  return withPhase({ ...draft, id: randomUUID(), state: 'open', createdAt: 1_000, ...change } as Omit<
    Ask,
    'phase'
  >) as Ask;
}
