import type { Answer } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { PermissionRequest } from './payload.ts';
import { askFrom, permissionReply } from './permissionReply.ts';

const suggestion = { type: 'setMode', mode: 'acceptEdits', destination: 'session', extra: 1 };
const questions = [
  { question: 'Which db?', header: 'DB', options: [{ label: 'PG' }, { label: 'SQ' }], multiSelect: false },
  { question: 'Which parts?', header: 'Parts', options: [{ label: 'A' }, { label: 'B' }], multiSelect: true },
];

const request = (tool_name: string, tool_input: PermissionRequest['tool_input']): PermissionRequest => ({
  hook_event_name: 'PermissionRequest',
  session_id: '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01',
  transcript_path: '/p/s.jsonl',
  cwd: '/w',
  tool_name,
  tool_input,
  permission_suggestions: [suggestion, { type: 'somethingNew' }],
});
const bash = request('Bash', { command: 'touch x' });
const question = request('AskUserQuestion', { questions });
const plan = request('ExitPlanMode', {});

function decisionOn(subject: PermissionRequest, answer: Answer) {
  const ask = askFrom(subject, { toolCallId: 'toolu_1' });
  const suggestions = ask.kind === 'approval' ? ask.suggestions : [];
  const reply = permissionReply({ answer, suggestions }, ask, subject);
  expect(reply.hookSpecificOutput.hookEventName).toBe('PermissionRequest');
  return reply.hookSpecificOutput.decision;
}

describe('an ask from a request', () => {
  test('for a tool shows what could be remembered, as far as it can be read', () => {
    const { extra: _extra, ...shown } = suggestion;
    expect(askFrom({ ...bash, agent_id: 'sub' }, { toolCallId: 'toolu_1' })).toEqual({
      kind: 'approval',
      toolCallId: 'toolu_1',
      toolName: 'Bash',
      input: { command: 'touch x' },
      agentId: 'sub',
      suggestions: [{ ...shown, text: 'Switch to “Accept edits”, for this session' }],
      defaultToNo: false,
    });
  });

  test('for a question has its questions, or is an approval where it has none', () => {
    expect(askFrom(question, { toolCallId: 't' })).toMatchObject({ kind: 'question', questions });
    expect(askFrom(request('AskUserQuestion', {}), { toolCallId: 't' })).toMatchObject({ kind: 'approval' });
  });

  test('for a plan takes it from the input, or else from the transcript', () => {
    expect(askFrom(plan, { toolCallId: 't', plan: 'from there' })).toMatchObject({ kind: 'plan', plan: 'from there' });
    expect(askFrom(request('ExitPlanMode', { plan: 'here' }), { toolCallId: 't', plan: 'there' })).toMatchObject({
      plan: 'here',
    });
  });
});

describe('the reply to', () => {
  const setMode = (mode: string) => [{ type: 'setMode', mode, destination: 'session' }];
  test.each<[string, PermissionRequest, Answer, object]>([
    ['a yes', bash, { type: 'approve' }, { behavior: 'allow' }],
    [
      'a yes with another input',
      bash,
      { type: 'approve', updatedInput: { command: 'ls' } },
      { behavior: 'allow', updatedInput: { command: 'ls' } },
    ],
    [
      'a yes to be remembered grants what was shown, as the agent worded it',
      bash,
      { type: 'approve', remember: true },
      { behavior: 'allow', updatedPermissions: [suggestion] },
    ],
    ['a no', bash, { type: 'deny', message: ' use ls ' }, { behavior: 'deny', message: 'use ls' }],
    [
      'a no without a word',
      bash,
      { type: 'deny', interrupt: true },
      { behavior: 'deny', message: 'The person said no. The tool did not run.', interrupt: true },
    ],
    [
      'answers, where a yes was wanted',
      bash,
      { type: 'answers', answers: {} },
      { behavior: 'deny', message: expect.any(String) },
    ],
    [
      'answers',
      question,
      { type: 'answers', answers: { '0': 'SQ', '1': '["A","B"]' } },
      { behavior: 'allow', updatedInput: { questions, answers: { 'Which db?': 'SQ', 'Which parts?': 'A, B' } } },
    ],
    [
      'a yes, where answers were wanted',
      question,
      { type: 'approve' },
      { behavior: 'deny', message: expect.any(String) },
    ],
    [
      'a plan accepted',
      plan,
      { type: 'approve' },
      { behavior: 'allow', updatedInput: {}, updatedPermissions: setMode('default') },
    ],
    [
      'a plan accepted into a mode',
      plan,
      { type: 'approve', permissionMode: 'acceptEdits' },
      { behavior: 'allow', updatedInput: {}, updatedPermissions: setMode('acceptEdits') },
    ],
    ['a plan sent back', plan, { type: 'deny', message: 'smaller' }, { behavior: 'deny', message: 'smaller' }],
  ])('%s', (_name, subject, answer, expected) => {
    expect(decisionOn(subject, answer)).toEqual(expected);
  });
});
