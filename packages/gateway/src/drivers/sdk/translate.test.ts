import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, test } from 'vitest';
import type { Told } from '../told.ts';
import { Translation } from './translate.ts';

const now = 1000;

/** Every message in turn; what is not under test is left out of the fixtures. */
function tell(...messages: object[]): Told[] {
  const translation = new Translation(() => now);
  return messages.map((message) => translation.read(message as SDKMessage));
}
const eventsOf = (...messages: object[]) => tell(...messages).flatMap(({ events }) => events);
const statusesOf = (...messages: object[]) => tell(...messages).flatMap(({ status }) => status ?? []);

let uuids = 0;
const stream = (event: object, parent: string | null = null) => ({
  type: 'stream_event',
  parent_tool_use_id: parent,
  event,
});
const messageStart = (id: string) => stream({ type: 'message_start', message: { id } });
const blockStart = (index: number, content_block: object) =>
  stream({ type: 'content_block_start', index, content_block });
const blockDelta = (index: number, delta: object) => stream({ type: 'content_block_delta', index, delta });
const whole = (id: string, block: object, more: object = {}) => ({
  type: 'assistant',
  uuid: `uuid-${uuids++}`,
  parent_tool_use_id: null,
  message: { id, content: [block] },
  ...more,
});
const results = (...content: object[]) => ({
  type: 'user',
  parent_tool_use_id: null,
  message: { role: 'user', content },
});
const system = (subtype: string, more: object) => ({ type: 'system', subtype, uuid: 'u', ...more });
const result = (more: object) => ({
  type: 'result',
  subtype: 'success',
  uuid: 'done',
  is_error: false,
  num_turns: 1,
  result: 'ok',
  duration_ms: 7,
  modelUsage: {},
  ...more,
});

const start = (id: string, more = {}) => ({
  type: 'message_start',
  data: { id, role: 'assistant', createdAt: now, ...more },
});
const text = (messageId: string, piece: string) => ({ type: 'text_delta', data: { messageId, text: piece } });

describe('what is streamed', () => {
  test('text and thinking are told as they come, and their whole blocks add nothing', () => {
    const events = eventsOf(
      messageStart('m'),
      blockStart(0, { type: 'thinking', thinking: '' }),
      blockDelta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      blockDelta(0, { type: 'signature_delta', signature: 'x' }),
      whole('m', { type: 'thinking', thinking: 'Hm.' }),
      stream({ type: 'content_block_stop', index: 0 }),
      blockStart(1, { type: 'text', text: '' }),
      blockDelta(1, { type: 'text_delta', text: 'Hel' }),
      blockDelta(1, { type: 'text_delta', text: 'lo' }),
      whole('m', { type: 'text', text: 'Hello' }),
      stream({ type: 'message_stop' }),
    );
    expect(events).toEqual([
      start('m'),
      { type: 'thinking_delta', data: { messageId: 'm', text: 'Hm.' } },
      text('m', 'Hel'),
      text('m', 'lo'),
    ]);
  });

  test('what the stream lost comes with the whole block', () => {
    const events = eventsOf(
      messageStart('m'),
      blockStart(0, { type: 'text', text: '' }),
      blockDelta(0, { type: 'text_delta', text: 'Hel' }),
      whole('m', { type: 'text', text: 'Hello' }),
      whole('m', { type: 'text', text: 'And more.' }),
    );
    expect(events).toEqual([start('m'), text('m', 'Hel'), text('m', 'lo'), text('m', 'And more.')]);
  });

  test('a tool call starts, grows and ends once', () => {
    const block = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } };
    const events = eventsOf(
      messageStart('m'),
      blockStart(0, { ...block, input: {} }),
      blockDelta(0, { type: 'input_json_delta', partial_json: '' }),
      blockDelta(0, { type: 'input_json_delta', partial_json: '{"command":"ls"}' }),
      whole('m', block),
      results({ type: 'tool_result', tool_use_id: 't', content: 'a.txt' }),
    );
    expect(events).toEqual([
      start('m'),
      { type: 'tool_call_start', data: { messageId: 'm', toolCallId: 't', toolName: 'Bash' } },
      { type: 'tool_call_delta', data: { toolCallId: 't', inputText: '{"command":"ls"}' } },
      { type: 'tool_call_end', data: { toolCallId: 't', input: { command: 'ls' } } },
      { type: 'tool_result', data: { toolCallId: 't', result: { text: 'a.txt', isError: false } } },
    ]);
  });

  test('deltas without a message, and events of unknown kinds, are passed over', () => {
    const odd = [blockDelta(0, { type: 'text_delta', text: 'x' }), messageStart('m'), stream({ type: 'ping' })];
    expect(eventsOf(...odd, blockStart(0, { type: 'new' }), blockDelta(0, { type: 'new' }))).toEqual([start('m')]);
  });
});

describe('what comes whole', () => {
  test('a subagent’s message is told like a streamed one, under the call that started it', () => {
    const from = { parent_tool_use_id: 'task' };
    const events = eventsOf(
      whole('s', { type: 'text', text: 'Hi.' }, from),
      whole('s', { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/a' } }, from),
    );
    expect(events).toEqual([
      start('s', { parentToolCallId: 'task' }),
      text('s', 'Hi.'),
      { type: 'tool_call_start', data: { messageId: 's', toolCallId: 't', toolName: 'Read' } },
      { type: 'tool_call_end', data: { toolCallId: 't', input: { file_path: '/a' } } },
    ]);
  });

  test('agents that write at the same time do not disturb each other', () => {
    const events = eventsOf(
      messageStart('m'),
      blockStart(0, { type: 'text', text: '' }),
      whole('s', { type: 'text', text: 'Sub.' }, { parent_tool_use_id: 'task' }),
      blockDelta(0, { type: 'text_delta', text: 'Main.' }),
      whole('m', { type: 'text', text: 'Main.' }),
    );
    expect(events.filter(({ type }) => type === 'text_delta')).toEqual([text('s', 'Sub.'), text('m', 'Main.')]);
  });

  test('a message that is sent again is not told again', () => {
    const message = whole('m', { type: 'text', text: 'Once.' });
    expect(eventsOf(message, whole('n', { type: 'text', text: 'Other.' }), message)).toHaveLength(4);
  });

  test.each([
    ['a list', [1, 2], { input: [1, 2] }],
    ['nothing', undefined, { input: undefined }],
    ['what the CLI could not parse', { __unparsedToolInput: { raw: '{' } }, { __unparsedToolInput: { raw: '{' } }],
  ])('input that is %s does no harm', (_, input, told) => {
    const events = eventsOf(whole('m', { type: 'tool_use', id: 't', name: 'Bash', input }));
    expect(events.at(-1)).toEqual({ type: 'tool_call_end', data: { toolCallId: 't', input: told } });
  });

  test('the input of a call is known until its result', () => {
    const translation = new Translation(() => now);
    const read = (message: object) => translation.read(message as SDKMessage);
    read(whole('m', { type: 'tool_use', id: 't', name: 'ExitPlanMode', input: { plan: 'P' } }));
    expect(translation.inputOf('t')).toEqual({ plan: 'P' });
    read(results({ type: 'tool_result', tool_use_id: 't', content: '' }));
    expect(translation.inputOf('t')).toBeUndefined();
  });
});

describe('results', () => {
  test.each([
    ['text', 'plain', 'plain'],
    ['nothing', undefined, ''],
    ['an error’s tags', '<tool_use_error>No such tool</tool_use_error>', 'No such tool'],
    [
      'blocks',
      [
        { type: 'text', text: 'a' },
        { type: 'image', source: {} },
        { type: 'text', text: 'b' },
      ],
      'a\n[image]\nb',
    ],
  ])('%s becomes text', (_, content, flat) => {
    const events = eventsOf(results({ type: 'tool_result', tool_use_id: 't', content, is_error: true }));
    expect(events).toEqual([{ type: 'tool_result', data: { toolCallId: 't', result: { text: flat, isError: true } } }]);
  });

  test('what the person or the CLI said to the model is no result', () => {
    const said = results({ type: 'text', text: '[Request interrupted by user]' });
    const replayed = { ...results({ type: 'tool_result', tool_use_id: 't', content: 'old' }), isReplay: true };
    const plain = { type: 'user', message: { role: 'user', content: 'Hello' } };
    expect(eventsOf(said, replayed, plain)).toEqual([]);
  });

  test('a background task’s outcome takes the place of the note that it was started', () => {
    const task = { tool_use_id: 't', status: 'failed', summary: 'It broke.' };
    expect(eventsOf(system('task_notification', task))).toMatchObject([
      { type: 'tool_result', data: { toolCallId: 't', result: { text: 'It broke.', isError: true } } },
    ]);
    expect(eventsOf(system('task_notification', { ...task, skip_transcript: true }))).toEqual([]);
  });
});

describe('a turn’s end', () => {
  test.each([
    [{}, 'complete'],
    [{ terminal_reason: 'completed', stop_reason: 'tool_deferred' }, 'complete'],
    [
      { subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools', errors: ['x'] },
      'interrupted',
    ],
    [
      { subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming', errors: [] },
      'interrupted',
    ],
    [{ is_error: true, terminal_reason: 'api_error' }, 'failed'],
    [{ subtype: 'error_max_turns', is_error: true, errors: [] }, 'failed'],
  ])('%j is %s', (more, outcome) => {
    const events = eventsOf(result(more));
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { messageId: 'done', outcome, durationMs: 7 } });
    expect(events.some(({ type }) => type === 'error')).toBe(outcome === 'failed');
  });

  test('an error of the API is told once, in place of the message that carries it', () => {
    const error = whole('m', { type: 'text', text: 'API Error: 529 Overloaded' }, { error: 'overloaded' });
    const failed = result({ is_error: true, result: 'API Error: 529 Overloaded' });
    const events = eventsOf(error, failed, failed);
    expect(events.map(({ type }) => type)).toEqual(['error', 'done', 'error', 'done']);
    expect(events[0]).toMatchObject({ data: { message: expect.stringMatching(/^API Error: 529 Overloaded\. Wait/) } });
  });

  test('a wake-up that had nothing to say is no turn, but what was spent before it counts', () => {
    const spent = (inputTokens: number) => ({
      model_usage_since_last_result: {
        model: { inputTokens, outputTokens: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0, costUSD: 0.5 },
      },
    });
    const silent = result({ num_turns: 0, result: '', origin: { kind: 'task-notification' }, ...spent(3) });
    const events = eventsOf(silent, result(spent(4)), result(spent(1)));
    expect(events).toMatchObject([
      { data: { usage: { inputTokens: 7, costUsd: 1 } } },
      { data: { usage: { inputTokens: 1, costUsd: 0.5 } } },
    ]);
  });
});

describe('the session’s status', () => {
  test('permission modes are passed on, unknown ones are not', () => {
    expect(
      statusesOf(
        system('init', { permissionMode: 'plan' }),
        system('status', { status: null, permissionMode: 'acceptEdits' }),
        system('status', { status: 'requesting' }),
        system('status', { status: null, permissionMode: 'brandNew' }),
      ),
    ).toEqual([{ permissionMode: 'plan' }, { permissionMode: 'acceptEdits' }]);
  });

  test('a result ends the agent’s turn only where the CLI does not say itself when it is idle', () => {
    const idle = system('session_state_changed', { state: 'idle' });
    const running = system('session_state_changed', { state: 'running' });
    expect(statusesOf(result({}))).toEqual([{ state: 'user_turn' }]);
    expect(statusesOf(running, result({}), idle)).toEqual([{ state: 'assistant_turn' }, { state: 'user_turn' }]);
  });
});

test('messages of unknown types are passed over', () => {
  expect(tell({ type: 'brand_new' }, system('brand_new', {}))).toEqual([{ events: [] }, { events: [] }]);
});
