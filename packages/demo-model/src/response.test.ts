import { expect, test } from 'vitest';
import { encodeEvent, messageEvents, toMessage } from './response.ts';
import { call, say, think } from './script.ts';

const request = { model: 'demo', length: 400 };

test('a message says why it stopped and what it cost, unless its script does', () => {
  expect(toMessage({ blocks: [say('Hello')] }, request)).toMatchObject({
    model: 'demo',
    stop_reason: 'end_turn',
    usage: { input_tokens: 100 },
  });
  expect(toMessage({ blocks: [call('Bash', {})] }, request).stop_reason).toBe('tool_use');
  const usage = { input_tokens: 1, output_tokens: 2 };
  expect(toMessage({ blocks: [], stopReason: 'max_tokens', usage }, request)).toMatchObject({
    stop_reason: 'max_tokens',
    usage,
  });
});

test('tool calls get ids of their own, unless their script names one', () => {
  const { content } = toMessage({ blocks: [call('A', {}), call('B', {}), call('C', {}, 'toolu_c')] }, request);
  const ids = content.map((block) => block.type === 'tool_use' && block.id);
  expect(new Set(ids).size).toBe(3);
  expect(ids[2]).toBe('toolu_c');
});

test('a stream opens, brings every block in chunks, and closes', () => {
  const message = toMessage({ blocks: [think('Hm'), say('Hello'), call('Bash', { a: 1 }, 'toolu_1')] }, request);
  const events = [...messageEvents(message, 4)];
  const block = ['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'];
  const types = ['message_start', ...block, ...block, ...block, 'message_delta', 'message_stop'];
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(events.flatMap(({ delta }) => delta ?? [])).toEqual([
    { type: 'thinking_delta', thinking: 'Hm' },
    { type: 'signature_delta', signature: expect.any(String) },
    { type: 'text_delta', text: 'Hell' },
    { type: 'text_delta', text: 'o' },
    { type: 'input_json_delta', partial_json: '{"a"' },
    { type: 'input_json_delta', partial_json: ':1}' },
    { stop_reason: 'tool_use', stop_sequence: null },
  ]);
});

test('a chunk never cuts a character in half', () => {
  const events = [...messageEvents(toMessage({ blocks: [say('👋👋')] }, request), 1)];
  expect(events.flatMap(({ delta }) => delta ?? []).slice(0, 2)).toEqual([
    { type: 'text_delta', text: '👋' },
    { type: 'text_delta', text: '👋' },
  ]);
});

test('an event is encoded with its name', () => {
  expect(encodeEvent({ type: 'message_stop' })).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n');
});
