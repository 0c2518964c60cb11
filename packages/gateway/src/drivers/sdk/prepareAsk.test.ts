import type { Answer } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { prepareAsk, type WaitingCall } from './prepareAsk.ts';

interface Call {
  toolName: string;
  input?: Record<string, unknown>;
  permission?: Partial<WaitingCall['permission']>;
  inConversation?: Record<string, unknown>;
}

const prepare = ({ toolName, input = {}, permission = {}, inConversation }: Call) =>
  prepareAsk({
    toolName,
    input,
    permission: { toolUseID: 't', requestId: 'r', signal: new AbortController().signal, ...permission },
    cwd: '/nowhere',
    clock: systemClock,
    inputInConversation: () => Promise.resolve(inConversation),
  });

const rule = {
  type: 'addRules' as const,
  rules: [{ toolName: 'Bash', ruleContent: 'ls:*' }],
  behavior: 'allow' as const,
  destination: 'session' as const,
};
const unknownSuggestion = { type: 'brandNew', destination: 'session' } as unknown as typeof rule;

describe('an approval', () => {
  const bash = { toolName: 'Bash', input: { command: 'ls' } };

  test('carries what the agent says about it, and not what the model says', async () => {
    const permission = {
      agentID: 'a1',
      blockedPath: '/x',
      decisionReason: 'outside',
      description: 'prose',
      defaultToNo: true,
    };
    const { ask } = await prepare({ ...bash, permission });
    expect(ask).toEqual({
      kind: 'approval',
      toolCallId: 't',
      toolName: 'Bash',
      input: { command: 'ls' },
      agentId: 'a1',
      blockedPath: '/x',
      reason: 'outside',
      suggestions: [],
      defaultToNo: true,
    });
  });

  test('names the rule that forced it', async () => {
    const matchedAskRule = { source: 'userSettings', toolName: 'Bash', ruleContent: 'git push:*' };
    const { ask } = await prepare({ ...bash, permission: { matchedAskRule } });
    expect(ask.reason).toBe('A rule in userSettings asks for Bash(git push:*).');
  });

  test('offers the suggestions that can be shown, and grants exactly those when they are to be remembered', async () => {
    const { ask, resultOf } = await prepare({ ...bash, permission: { suggestions: [rule, unknownSuggestion] } });
    expect(ask).toMatchObject({ suggestions: [rule] });
    const always = { type: 'approve', remember: true } as const;
    expect(resultOf(always, [rule])).toEqual({ behavior: 'allow', updatedPermissions: [rule] });
    expect(resultOf({ type: 'approve' }, [rule])).toEqual({ behavior: 'allow' });
  });

  test('[L5] grants nothing that its person was not shown, though the agent offers it by now', async () => {
    const wider = { ...rule, rules: [{ toolName: 'Bash' }] };
    const { resultOf } = await prepare({ ...bash, permission: { suggestions: [wider] } });
    const granted = resultOf({ type: 'approve', remember: true }, [rule]);
    expect(granted).toEqual({ behavior: 'allow', updatedPermissions: [] });
  });

  test('offers and grants nothing to remember where the agent forbids it', async () => {
    const permission = { suggestions: [rule], suppressAlwaysAllowRule: true };
    const { ask, resultOf } = await prepare({ ...bash, permission });
    expect(ask).toMatchObject({ suggestions: [] });
    expect(resultOf({ type: 'approve', remember: true }, [rule])).toEqual({
      behavior: 'allow',
      updatedPermissions: [],
    });
  });

  test.each<[Answer, object]>([
    [
      { type: 'approve', updatedInput: { command: 'pwd' } },
      { behavior: 'allow', updatedInput: { command: 'pwd' } },
    ],
    [
      { type: 'deny', message: 'Not here.' },
      { behavior: 'deny', message: 'Not here.' },
    ],
    [
      { type: 'deny', interrupt: true },
      { behavior: 'deny', message: expect.stringContaining('said no'), interrupt: true },
    ],
    [
      { type: 'deny', message: '  ' },
      { behavior: 'deny', message: expect.stringContaining('said no') },
    ],
    [
      { type: 'answers', answers: {} },
      { behavior: 'deny', message: expect.any(String) },
    ],
  ])('%j', async (answer, result) => {
    expect((await prepare(bash)).resultOf(answer, [])).toEqual(result);
  });
});

describe('a question', () => {
  const input = {
    questions: [{ question: 'Which?', header: 'Which', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }] }],
    other: 1,
  };

  test('is answered in the agent’s own format', async () => {
    const { ask, resultOf } = await prepare({ toolName: 'AskUserQuestion', input });
    expect(ask).toMatchObject({ kind: 'question', questions: input.questions });
    expect(resultOf({ type: 'answers', answers: { '0': '["A","B"]' } }, [])).toEqual({
      behavior: 'allow',
      updatedInput: { ...input, answers: { 'Which?': 'A, B' } },
    });
  });

  test.each<Answer>([{ type: 'deny' }, { type: 'approve' }])('[L4] %j is no answer', async (answer) => {
    const { resultOf } = await prepare({ toolName: 'AskUserQuestion', input });
    expect(resultOf(answer, [])).toMatchObject({ behavior: 'deny' });
  });

  test('that holds no question is an approval', async () => {
    const { ask } = await prepare({ toolName: 'AskUserQuestion', input: { questions: 'huh' } });
    expect(ask.kind).toBe('approval');
  });
});

describe('a plan', () => {
  test.each([
    ['the callback’s input', { input: { plan: 'P' }, inConversation: { plan: 'Q' } }, 'P'],
    ['the conversation', { input: {}, inConversation: { plan: 'Q' } }, 'Q'],
    ['nowhere', { input: { plan: 7 } }, ''],
  ])('is found in %s', async (_, call, plan) => {
    expect((await prepare({ toolName: 'ExitPlanMode', ...call })).ask).toMatchObject({ kind: 'plan', plan });
  });

  test.each([
    [undefined, 'default'],
    ['acceptEdits', 'acceptEdits'],
  ] as const)('approved into %s goes on in %s', async (chosen, mode) => {
    const { resultOf } = await prepare({ toolName: 'ExitPlanMode', input: { plan: 'P' } });
    expect(resultOf({ type: 'approve', ...(chosen && { permissionMode: chosen }) }, [])).toEqual({
      behavior: 'allow',
      updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
    });
  });

  test('goes back with feedback', async () => {
    const { resultOf } = await prepare({ toolName: 'ExitPlanMode', input: { plan: 'P' } });
    expect(resultOf({ type: 'deny', message: 'Smaller.' }, [])).toEqual({ behavior: 'deny', message: 'Smaller.' });
  });
});
