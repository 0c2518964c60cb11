import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk } from '../../../tests/support/asks.ts';
import {
  assistantMessage,
  conversationOf,
  numbered,
  textDelta,
  toolCallEnd,
  toolCallStart,
  toolResult,
  turnEnd,
} from '../../../tests/support/conversations.ts';
import type { Ask } from './ask/ask.ts';
import type { Conversation } from './conversation.ts';
import { withPhase } from './ask/life.ts';
import { conversationFrom, emptyConversation, reduceConversation, withPreviousPage } from './conversation.ts';
import type { SessionEventDraft } from './event.ts';
import type { Message } from './message.ts';

const ask = openAsk(approvalDraft());
const asked: SessionEventDraft = { type: 'approval_required', data: { ask } };
const changed = (change: Partial<Ask>): SessionEventDraft => ({
  type: 'ask_changed',
  data: { ask: withPhase({ ...ask, ...change } as Ask) },
});
const withdrawn = changed({ state: 'withdrawn', withdrawalReason: 'interrupted', withdrawnAt: 2 });
const call = (conversation: Conversation) =>
  conversation.messages.flatMap(({ parts }) => parts).find((part) => part.type === 'tool_call');

describe('text', () => {
  test('deltas grow the last part of their message', () => {
    const { messages } = conversationOf(assistantMessage, textDelta('Hel'), textDelta('lo'));
    expect(messages).toEqual([{ id: 'm1', role: 'assistant', createdAt: 1, parts: [{ type: 'text', text: 'Hello' }] }]);
  });

  test('thinking, text and tool calls are parts of their own, in order', () => {
    const thought: SessionEventDraft = { type: 'thinking_delta', data: { messageId: 'm1', text: 'hm' } };
    const { messages } = conversationOf(assistantMessage, thought, textDelta('a'), toolCallStart(), textDelta('b'));
    expect(messages[0]?.parts.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_call', 'text']);
  });

  test('deltas of two messages do not mix', () => {
    const second: SessionEventDraft = { type: 'message_start', data: { id: 'm2', role: 'assistant', createdAt: 2 } };
    const { messages } = conversationOf(
      assistantMessage,
      second,
      textDelta('one'),
      textDelta('two', 'm2'),
      textDelta('!'),
    );
    expect(messages.map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: 'one!' }],
      [{ type: 'text', text: 'two' }],
    ]);
  });

  test('a delta for an unknown message changes nothing', () => {
    expect(conversationOf(textDelta('lost')).messages).toEqual([]);
  });

  test('a whole message takes the place of the one with its id', () => {
    const message: Message = { id: 'm1', role: 'assistant', createdAt: 1, parts: [{ type: 'text', text: 'whole' }] };
    const { messages } = conversationOf(assistantMessage, textDelta('par'), { type: 'message', data: { message } });
    expect(messages).toEqual([message]);
  });

  test('a notice, an error and the end of a turn are messages of their own', () => {
    const { messages } = conversationOf(
      { type: 'notice', data: { messageId: 'n', createdAt: 1, level: 'info', text: 'compacted' } },
      { type: 'error', data: { messageId: 'e', createdAt: 1, message: 'overloaded' } },
      turnEnd('failed'),
    );
    expect(messages.map(({ role, parts }) => [role, parts[0]])).toMatchObject([
      ['system', { type: 'notice', level: 'info', text: 'compacted' }],
      ['system', { type: 'notice', level: 'error', text: 'overloaded' }],
      ['system', { type: 'turn_end', outcome: 'failed', durationMs: 5 }],
    ]);
  });
});

describe('[G9] the status of a tool call', () => {
  const delta: SessionEventDraft = { type: 'tool_call_delta', data: { toolCallId: 'toolu_1', inputText: '{"comm' } };
  const cases: [string, SessionEventDraft[], object][] = [
    ['pending while its input streams', [delta], { status: 'pending', inputText: '{"comm' }],
    [
      'running once its input is whole',
      [delta, toolCallEnd()],
      { status: 'running', input: { command: 'touch x.txt' } },
    ],
    ['complete with its result', [toolCallEnd(), toolResult()], { status: 'complete', result: { text: 'done' } }],
    ['an error where the result is one', [toolCallEnd(), toolResult('toolu_1', true)], { status: 'error' }],
    ['pending while it is asked about', [toolCallEnd(), asked], { status: 'pending', interactiveType: 'approval' }],
    ['pending where it is asked about before its input ends', [asked, toolCallEnd()], { status: 'pending' }],
    ['running once answered', [toolCallEnd(), asked, changed({ state: 'answered' })], { status: 'running' }],
    ['running once delivered', [toolCallEnd(), asked, changed({ state: 'delivered' })], { status: 'running' }],
    ['an error once withdrawn', [toolCallEnd(), asked, withdrawn], { status: 'error', interactiveType: 'approval' }],
    [
      'still complete where its ask settles later',
      [asked, toolResult(), changed({ state: 'settled' })],
      { status: 'complete' },
    ],
    ['closed by an interrupted turn', [toolCallEnd(), turnEnd('interrupted')], { status: 'error' }],
    ['closed by a failed turn, pending too', [delta, turnEnd('failed')], { status: 'error' }],
    ['left running by a turn that completes', [toolCallEnd(), turnEnd('complete')], { status: 'running' }],
    [
      'left complete by an interrupted turn',
      [toolCallEnd(), toolResult(), turnEnd('interrupted')],
      { status: 'complete' },
    ],
  ];
  test.each(cases)('is %s', (_, events, expected) => {
    expect(call(conversationOf(assistantMessage, toolCallStart(), ...events))).toMatchObject(expected);
  });

  test('drops the streamed text once the input is whole', () => {
    expect(call(conversationOf(assistantMessage, toolCallStart(), delta, toolCallEnd()))).not.toHaveProperty(
      'inputText',
    );
  });

  test('takes up an ask that came before the call', () => {
    const conversation = conversationOf(assistantMessage, asked, toolCallStart());
    expect(call(conversation)).toMatchObject({ status: 'pending', interactiveType: 'approval' });
    expect(conversation.asks).toEqual({ toolu_1: ask });
  });

  test('an ask that is over before its call is seen leaves no trace', () => {
    const conversation = conversationOf(assistantMessage, asked, withdrawn, toolCallStart(), toolCallEnd());
    expect(call(conversation)).toMatchObject({ status: 'running' });
    expect(call(conversation)).not.toHaveProperty('interactiveType');
    expect(conversation.asks).toEqual({});
  });

  test('a later ask for the same call takes the place of the earlier one', () => {
    const second = openAsk(approvalDraft({ input: { command: 'touch y.txt' } }));
    const superseded = changed({ state: 'withdrawn', withdrawalReason: 'superseded' });
    const again: SessionEventDraft = { type: 'approval_required', data: { ask: second } };
    const conversation = conversationOf(assistantMessage, toolCallStart(), asked, superseded, again);
    expect(call(conversation)).toMatchObject({ status: 'pending' });
    expect(conversation.asks).toEqual({ toolu_1: second });
  });
});

describe('[L6] numbering', () => {
  test('an event that is contained already changes nothing', () => {
    const conversation = conversationOf(assistantMessage, textDelta('once'));
    for (const event of numbered([assistantMessage, textDelta('once')])) {
      expect(reduceConversation(conversation, event)).toBe(conversation);
    }
  });

  test('the number moves on with events that show nothing', () => {
    expect(conversationOf({ type: 'session_removed', data: {} })).toEqual({ ...emptyConversation, seq: 1 });
  });
});

describe('pages', () => {
  const message = (id: string): Message => ({ id, role: 'user', createdAt: 1, parts: [{ type: 'text', text: id }] });

  test('a page becomes a conversation that knows where the one before it begins', () => {
    const page = { messages: [message('m3')], asks: [ask], seq: 7, next: '3' };
    expect(conversationFrom(page)).toEqual({
      messages: [message('m3')],
      asks: { toolu_1: ask },
      seq: 7,
      previousPage: '3',
    });
  });

  test('an older page goes in front; what is known already stays as it is', () => {
    const current = conversationFrom({ messages: [message('m2'), message('m3')], asks: [ask], seq: 7, next: '2' });
    const stale = withPhase<Ask>({ ...ask, state: 'withdrawn' });
    const older = { messages: [message('m1'), message('m2')], asks: [stale], seq: 9 };
    expect(withPreviousPage(current, older)).toEqual({
      messages: [message('m1'), message('m2'), message('m3')],
      asks: { toolu_1: ask },
      seq: 7,
    });
  });
});
