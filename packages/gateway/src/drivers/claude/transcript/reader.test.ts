import { readFileSync } from 'node:fs';
import type { Conversation, Message, Part, SessionEvent } from '@beckon/protocol';
import { emptyConversation, reduceConversation } from '@beckon/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../driver.ts';
import { type ReaderOptions, TranscriptReader } from './reader.ts';

/** Lines that the CLI 2.1.325 wrote, with paths made neutral and long texts cut. */
function fixture(name: string): string[] {
  return readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
}

function eventsOf(lines: string[], reader = new TranscriptReader()): AgentEvent[] {
  return lines.flatMap((line) => reader.read(line).events);
}

function messagesOf(events: AgentEvent[]): Message[] {
  const numbered = events.map((event, index) => ({ ...event, sessionId: '', seq: index + 1 }) as SessionEvent);
  return numbered.reduce<Conversation>(reduceConversation, emptyConversation).messages;
}

/** A conversation as one would tell it: who, and what. */
function told(events: AgentEvent[]): string[] {
  return messagesOf(events).flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
}

function partText(part: Part): string {
  switch (part.type) {
    case 'tool_call':
      return `${part.toolName} ${part.status} → ${part.result?.text.split('\n')[0]?.slice(0, 60) ?? ''}`;
    case 'turn_end':
      return `(${part.outcome})`;
    case 'notice':
      return `${part.level}! ${part.text.slice(0, 60)}`;
    case 'document':
    case 'image':
      return '';
    case 'text':
    case 'thinking':
      return `${part.type === 'thinking' ? '~' : ''}${part.text.split('\n')[0]?.slice(0, 60) ?? ''}`;
  }
}

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
let lines = 0;
const line = (type: string, fields: object) =>
  JSON.stringify({ type, uuid: uuid(lines++), timestamp: '2026-01-01T00:00:01.000Z', ...fields });
const assistant = (id: string, content: unknown, more: object = {}) =>
  line('assistant', { message: { id, role: 'assistant', content, ...more } });
const user = (content: unknown, more: object = {}) => line('user', { message: { role: 'user', content }, ...more });
const turnDuration = () => line('system', { subtype: 'turn_duration', durationMs: 7 });
const bash = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });

describe('what the CLI wrote', () => {
  test('a session in the terminal, with all that can happen in one', () => {
    expect(told(eventsOf(fixture('terminal')))).toMatchInlineSnapshot(`
      [
        "user: What does debouncing a function mean?",
        "assistant: Debouncing a function means that calls in quick succession a",
        "system: (complete)",
        "user: Count the words in notes.txt and save the result to counts.t",
        "assistant: I count them with \`wc\`.",
        "assistant: Bash complete → (Bash completed with no output)",
        "assistant: Bash complete → 2 notes.txt",
        "assistant: Saved to \`counts.txt\`: 2 notes.txt",
        "system: (complete)",
        "user: !echo bang hello",
        "system: info! bang hello",
        "assistant: I am the demo model: I play a few scenes, so that you can tr",
        "system: (complete)",
        "user: Count the words in notes.txt and save the result to counts.t",
        "assistant: I count them with \`wc\`.",
        "assistant: Bash error → The user doesn't want to proceed with this tool use. The too",
        "system: (interrupted)",
        "user: Tell me a story, and take your time",
        "assistant: There was once a lighthouse keeper who disliked being interr",
        "system: (interrupted)",
        "user: Show me what a rejected request looks like",
        "system: error! API Error: 400 The demo rejects this request on purpose.",
        "system: (failed)",
        "user: Show me what a rate limit looks like",
        "assistant: Through at last. Two attempts were turned away before this o",
        "system: (complete)",
        "user: Tell me a story, and take your time",
        "assistant: There was once a lighthouse keeper who disliked being interr",
        "system: (complete)",
        "user: What does debouncing a function mean?",
        "assistant: Debouncing a function means that calls in quick succession a",
        "system: (complete)",
        "user: Help me choose a license for this project",
        "assistant: AskUserQuestion complete → Your questions have been answered: "Which license should the",
        "assistant: Then it shall be so:",
        "system: (complete)",
        "system: info! To make room, the conversation so far was summarised for the",
        "user: /compact",
        "system: info! Compacted (ctrl+o to see full summary)",
        "user: What does debouncing a function mean?",
        "assistant: Debouncing a function means that calls in quick succession a",
        "system: (complete)",
        "user: /model sonnet",
        "system: info! Set model to \`Sonnet 5.5\` and saved as your default for new ",
        "system: warning! Unknown command: /nosuch",
        "system: warning! Args from unknown skill: thing",
        "system: warning! Unknown command: /greet. Did you mean /reset?",
        "system: warning! Args from unknown skill: Ann",
      ]
    `);
  });

  test('a prompt that was typed while a tool ran is shown where the agent took it up', () => {
    expect(told(eventsOf(fixture('queued')))).toMatchInlineSnapshot(`
      [
        "user: Play this script.",
        "assistant: Bash complete → slept",
        "user: What about this queued one?",
        "assistant: I am the demo model: I play a few scenes, so that you can tr",
        "system: (complete)",
        "user: /greet Ann",
        "assistant: I am the demo model: I play a few scenes, so that you can tr",
        "system: (complete)",
      ]
    `);
  });

  test('background subagents: their report takes the place of the note that they were started', () => {
    expect(told(eventsOf(fixture('background')))).toMatchInlineSnapshot(`
      [
        "user: Review everything in the background",
        "assistant: Agent complete → README.md: reviewed, its length is in reviews/readme.txt.",
        "assistant: Agent complete → notes.txt: reviewed, its length is in reviews/notes.txt.",
        "assistant: Agent complete → src/greet.js: reviewed, its length is in reviews/code.txt.",
        "assistant: Three reviewers are at work. I tell you as they report.",
        "assistant: - Agent "Review src/greet.js" finished: src/greet.js: review",
        "assistant: - Agent "Review notes.txt" finished: notes.txt: reviewed, it",
      ]
    `);
  });

  test('images, thinking, failed calls', () => {
    expect(told(eventsOf(fixture('images')))).toMatchInlineSnapshot(`
      [
        "user: Look at this",
        "user: [image]",
        "assistant: I see what you attached: image. I am the demo model: I play ",
        "system: (complete)",
        "user: Play this script.",
        "assistant: ~Hm.",
        "assistant: Reading.",
        "assistant: Read complete → [image]",
        "assistant: Bash error → Exit code 3",
        "assistant: Nope error → Error: No such tool available: Nope",
        "assistant: That did not work: Error: No such tool available: Nope",
      ]
    `);
  });
});

describe('what is told', () => {
  test('one message over several lines, with a result between them, begins once', () => {
    const events = eventsOf([
      assistant('m', [{ type: 'thinking', thinking: 'Hm.' }]),
      assistant('m', [bash('a')]),
      user([{ type: 'tool_result', tool_use_id: 'a', content: 'x' }]),
      assistant('m', [{ type: 'text', text: 'Hi.' }, bash('b')]),
    ]);
    expect(events).toEqual([
      { type: 'message_start', data: { id: 'm', role: 'assistant', createdAt: Date.parse('2026-01-01T00:00:01Z') } },
      { type: 'thinking_delta', data: { messageId: 'm', text: 'Hm.' } },
      { type: 'tool_call_start', data: { messageId: 'm', toolCallId: 'a', toolName: 'Bash' } },
      { type: 'tool_call_end', data: { toolCallId: 'a', input: { command: 'ls' } } },
      { type: 'tool_result', data: { toolCallId: 'a', result: { text: 'x', isError: false } } },
      { type: 'text_delta', data: { messageId: 'm', text: 'Hi.' } },
      { type: 'tool_call_start', data: { messageId: 'm', toolCallId: 'b', toolName: 'Bash' } },
      { type: 'tool_call_end', data: { toolCallId: 'b', input: { command: 'ls' } } },
    ]);
  });

  test('lines that come again because the file began anew tell nothing; those that are new do', () => {
    const reader = new TranscriptReader();
    expect(eventsOf(fixture('terminal').slice(0, -20), reader).length).toBeGreaterThan(50);
    reader.restart();
    expect(eventsOf(fixture('terminal'), reader).length).toBeGreaterThan(3);
    reader.restart();
    expect(eventsOf(fixture('terminal'), reader)).toEqual([]);
  });

  test('a subagent’s lines stand under the call that started it, and its prompt is not the person’s', () => {
    const reader = new TranscriptReader();
    const sidechain = { isSidechain: true };
    const said = [
      user('Do it.', sidechain),
      line('assistant', { ...sidechain, message: { id: 's', content: [bash('inner')] } }),
      user([{ type: 'tool_result', tool_use_id: 'inner', content: 'y', is_error: true }], sidechain),
    ].flatMap((text) => reader.read(text, 'task').events);
    expect(said.map(({ type }) => type)).toEqual(['message_start', 'tool_call_start', 'tool_call_end', 'tool_result']);
    expect(messagesOf(said)[0]).toMatchObject({ parentToolCallId: 'task', parts: [{ status: 'error' }] });
  });

  test('a subagent’s line in the session’s own file, whose call is not known, is passed over', () => {
    expect(eventsOf([assistant('m', [bash('a')]).replace('{', '{"isSidechain":true,')])).toEqual([]);
  });

  test('a prompt that the house sent itself is not told again, and still begins a turn', () => {
    const options: ReaderOptions = { isKnownPrompt: (text) => text === 'Mine' };
    const events = eventsOf([user('Mine'), user('Theirs'), turnDuration()], new TranscriptReader(options));
    expect(told(events)).toEqual(['user: Theirs', 'system: (complete)']);
  });

  test.each([
    ['what is meta', user('Aside', { isMeta: true })],
    ['the summary after a compaction', user('This session is being continued', { isCompactSummary: true })],
    ['a reminder', user([{ type: 'text', text: '<system-reminder>\nx</system-reminder>' }])],
    ['a caveat', user('<local-command-caveat>x</local-command-caveat>')],
    ['a command without output', user('<local-command-stdout></local-command-stdout>')],
    ['a queued task', line('attachment', { attachment: { type: 'date', date: '2026-01-01' } })],
    ['what the CLI says for the model', assistant('m', [{ type: 'text', text: 'x' }], { model: '<synthetic>' })],
  ])('%s is not shown', (_, text) => {
    expect(eventsOf([text])).toEqual([]);
  });

  test('the name of the conversation, as its person or the agent has given it', () => {
    const named = (titled: object) => new TranscriptReader().read(JSON.stringify(titled)).status;
    expect(named({ type: 'custom-title', customTitle: 'Boats' })).toEqual({ named: { title: 'Boats', by: 'person' } });
    expect(named({ type: 'ai-title', aiTitle: 'Boat repair' })).toEqual({
      named: { title: 'Boat repair', by: 'agent' },
    });
    expect(named({ type: 'ai-title', aiTitle: ' ' })).toBeUndefined();
  });

  test('the permission mode is reported', () => {
    const read = (mode: unknown) =>
      new TranscriptReader().read(JSON.stringify({ type: 'permission-mode', permissionMode: mode }));
    expect(read('plan')).toEqual({ events: [], status: { permissionMode: 'plan' } });
    expect(read('no such mode')).toEqual({ events: [] });
  });
});

describe('turns', () => {
  const dones = (events: AgentEvent[]) => events.flatMap((event) => (event.type === 'done' ? [event.data] : []));
  const usage = (output_tokens: number) => ({
    usage: { input_tokens: 10, output_tokens, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
  });

  test('a message’s usage counts once, as its last line has it; a subagent’s counts too', () => {
    const reader = new TranscriptReader();
    const events = [
      ...eventsOf([user('Go'), assistant('m', [bash('a')], usage(1)), assistant('m', [bash('b')], usage(5))], reader),
      ...reader.read(assistant('s', [{ type: 'text', text: 'x' }], usage(7)), 'a').events,
      // What all came to is nothing that this turn has cost.
      ...eventsOf([JSON.stringify({ type: 'cost-state', totalCostUSD: 0.5 }), turnDuration()], reader),
    ];
    const [done] = dones(events);
    expect(done).toMatchObject({ outcome: 'complete', durationMs: 7 });
    expect(done?.usage).toEqual({ inputTokens: 20, outputTokens: 12, cacheReadTokens: 6, cacheWriteTokens: 8 });
  });

  test('where the transcript does not say that a turn ended, the next prompt does, or whoever knows', () => {
    const reader = new TranscriptReader();
    const events = eventsOf([user('One'), assistant('m', [{ type: 'text', text: 'x' }]), user('Two')], reader);
    expect(told(events)).toEqual(['user: One', 'assistant: x', 'system: (complete)', 'user: Two']);
    expect(dones(reader.endTurn(5_000_000_000_000))).toMatchObject([
      { outcome: 'complete', createdAt: 5_000_000_000_000 },
    ]);
    expect(reader.endTurn(1)).toEqual([]);
    expect(eventsOf([turnDuration()], reader)).toEqual([]);
  });

  test('what its person adds to a yes at the desk comes with the result: the turn goes on, and so do its other calls', () => {
    const reader = new TranscriptReader();
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' };
    const events = eventsOf(
      [user('go'), assistant('m1', [bash('t1'), bash('t2')]), user([result, { type: 'text', text: 'but be quick' }])],
      reader,
    );
    expect(told(events)).toEqual([
      'user: go',
      'assistant: Bash complete → ok',
      'assistant: Bash running → ',
      'user: but be quick',
    ]);
    expect(reader.danglingToolCalls()).toMatchObject([{ toolCallId: 't2' }]);
  });

  test('the end of a turn has the same id however it is told', () => {
    const start = [user('One'), assistant('m', [{ type: 'text', text: 'x' }])];
    const told1 = dones(eventsOf([...start, turnDuration()]))[0]?.messageId;
    const reader = new TranscriptReader();
    eventsOf(start, reader);
    expect(dones(reader.endTurn(1))[0]?.messageId).toBe(told1);
  });
});

describe('what waits', () => {
  const ids = (reader: TranscriptReader) => reader.danglingToolCalls().map(({ toolCallId }) => toolCallId);

  test('calls without a result, with their name and input, in order', () => {
    const reader = new TranscriptReader();
    eventsOf([assistant('m', [bash('a'), bash('b'), bash('c')])], reader);
    eventsOf([user([{ type: 'tool_result', tool_use_id: 'b', content: '' }])], reader);
    expect(reader.danglingToolCalls()).toMatchObject([
      { toolCallId: 'a', toolName: 'Bash', input: { command: 'ls' } },
      { toolCallId: 'c' },
    ]);
  });

  test('an interruption or a new prompt leaves none of the main agent’s; a subagent’s stay', () => {
    const reader = new TranscriptReader();
    reader.read(assistant('s', [bash('inner')]), 'task');
    for (const end of [user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]), user('Next')]) {
      eventsOf([assistant(`m${lines}`, [bash(`call${lines}`)])], reader);
      expect(ids(reader)).toHaveLength(2);
      eventsOf([end], reader);
      expect(ids(reader)).toEqual(['inner']);
    }
  });

  test('none in a session that has been answered throughout', () => {
    const reader = new TranscriptReader();
    eventsOf(fixture('terminal'), reader);
    expect(ids(reader)).toEqual([]);
  });
});

describe('hostile lines', () => {
  test.each([
    ['nothing', ''],
    ['half a line', '{"type":"user","uuid":"x","mess'],
    ['no object', '[1,2]'],
    ['null', 'null'],
    ['an unknown type', line('brand-new', {})],
    ['no uuid', '{"type":"user","message":{"content":"hi"}}'],
    ['a message that is none', line('assistant', { message: 7 })],
    ['content that is none', user({ a: 1 })],
    [
      'blocks that are none',
      user([null, 7, 'x', [], { type: 'text' }, { type: 'tool_result', tool_use_id: 7 }]).replace('x', ''),
    ],
    ['an id of the wrong kind', assistant(7 as unknown as string, [{ type: 'text', text: 'x' }])],
    ['an attachment that is none', line('attachment', { attachment: 'x' })],
  ])('%s is passed over', (_, text) => {
    expect(eventsOf([text]).filter(({ type }) => type !== 'message')).toEqual([]);
  });

  test('a call whose id is too long, empty or missing is not told', () => {
    const calls = ['', 'x'.repeat(201), undefined].map((id) => ({ ...bash('a'), id }));
    expect(eventsOf([assistant('m', calls)]).map(({ type }) => type)).toEqual(['message_start']);
  });

  test('an input that could not be written out again is replaced', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const text = assistant('m', [{ ...bash('a'), input: 'DEEP' }]).replace('"DEEP"', deep);
    expect(() => JSON.stringify(eventsOf([text]))).not.toThrow();
  });

  test('whatever JSON a line holds, nothing throws, and times are times', () => {
    const types = fc.constantFrom('user', 'assistant', 'system', 'attachment', 'cost-state', 'permission-mode');
    const block = fc.record(
      {
        type: fc.constantFrom('text', 'tool_use', 'tool_result', 'thinking', 'image'),
        text: fc.jsonValue(),
        id: fc.jsonValue(),
        name: fc.jsonValue(),
        content: fc.jsonValue(),
        tool_use_id: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const message = fc.record({
      id: fc.string(),
      content: fc.oneof(fc.array(block), fc.jsonValue()),
      usage: fc.jsonValue(),
    });
    const anyLine = fc.record(
      {
        type: types,
        uuid: fc.uuid(),
        timestamp: fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
        message: fc.oneof(message, fc.jsonValue()),
        attachment: fc.jsonValue(),
        subtype: fc.constantFrom('turn_duration', 'compact_boundary', 'informational', 'local_command'),
        compactMetadata: fc.jsonValue(),
        content: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(anyLine), (values) => {
        const events = eventsOf(values.map((value) => JSON.stringify(value)));
        for (const event of events) {
          const createdAt = 'createdAt' in event.data ? event.data.createdAt : 0;
          expect(Number.isInteger(createdAt) && createdAt >= 0).toBe(true);
        }
        messagesOf(events);
      }),
    );
  });
});
