import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../driver.ts';
import { TranscriptReader } from './reader.ts';

function eventsOf(lines: string[], reader = new TranscriptReader()): AgentEvent[] {
  return lines.flatMap((line) => reader.read(line).events);
}

let lineCount = 0;
const user = (content: unknown, more: object = {}) =>
  JSON.stringify({ type: 'user', uuid: `line-${lineCount++}`, message: { role: 'user', content }, ...more });

describe('[L11] what the agent’s own record says that a call was answered with', () => {
  const result = (more: object) => user([{ type: 'tool_result', tool_use_id: 't1', content: 'x' }], more);
  const interruption = (more: object = {}) =>
    user([{ type: 'text', text: '[Request interrupted by user for tool use]' }], more);
  const decision = (decided: string, source: string, more: object = {}) => ({
    permissionDecision: { decision: decided, source, ...more },
  });
  const left = { toolUseResult: 'User rejected tool use', toolDenialKind: 'user-rejected' };
  const recordedIn = (given: string[]) =>
    eventsOf(given).flatMap((event) => (event.type === 'tool_result' ? [event.data.result.recorded] : []));

  test.each([
    ['yes at the desk', decision('accept', 'user_temporary', { grantScope: 'once' }), { type: 'approve' }, true],
    [
      'always, at the desk',
      decision('accept', 'user_temporary', { grantScope: 'session' }),
      { type: 'approve', remember: true },
      true,
    ],
    ['yes through the hook', decision('accept', 'hook'), { type: 'approve' }, false],
    ['no through the hook', decision('reject', 'hook'), { type: 'deny' }, false],
    [
      'no at the desk, with words',
      { ...decision('reject', 'user_reject'), toolDenialKind: 'user-rejected', userFeedback: 'use cat' },
      { type: 'deny', message: 'use cat' },
      true,
    ],
    [
      'answers at the desk',
      { ...decision('accept', 'user_temporary'), toolUseResult: { answers: { 'Which db?': 'SQLite' } } },
      { type: 'answers', answers: { 'Which db?': 'SQLite' } },
      true,
    ],
  ])('%s', (_, fields, answer, isFromTerminal) => {
    expect(recordedIn([result(fields)])).toEqual([{ answer, isFromTerminal }]);
  });

  test('left with Escape at its dialog, it did not run; left while it ran, it was stopped', () => {
    const atDialog = { answer: { type: 'deny' }, isFromTerminal: true };
    expect(recordedIn([result(left), interruption()])).toEqual([atDialog]);
    expect(eventsOf([result(left), interruption({ interruptedMessageId: 'm1' })])[0]).toMatchObject({
      data: { result: { wasStopped: true } },
    });
  });

  test('the result of a call that was left comes with the line after it, or with the end of the turn', () => {
    const reader = new TranscriptReader();
    expect(eventsOf([result(left)], reader)).toEqual([]);
    expect(reader.endTurn(1)).toMatchObject([{ type: 'tool_result', data: { toolCallId: 't1' } }]);
  });

  test('a call that no one was asked about, or a rule decided, has none', () => {
    expect(recordedIn([result({}), result(decision('accept', 'config'))])).toEqual([undefined, undefined]);
  });
});
