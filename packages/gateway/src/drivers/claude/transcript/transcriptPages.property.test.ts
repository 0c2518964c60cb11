// However a transcript is taken apart, its messages are those of the whole.
import { cpSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Conversation, Message, SessionEvent } from '@beckon/protocol';
import { emptyConversation, reduceConversation } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import type { AgentEvent, PastPage } from '../../driver.ts';
import { type Mark, newestPart } from './mark.ts';
import { type ReaderState, TranscriptReader } from './reader.ts';
import { readPart } from './readPart.ts';
import { TranscriptPages } from './transcriptPages.ts';

type Step =
  | { type: 'prompt' | 'text' | 'aside' | 'interruption' | 'turn_end' | 'api_error' }
  /** Calls of one message, each with the number of steps until its result comes; none for a call that is lost. */
  | { type: 'calls'; results: (number | undefined)[]; isInterleaved: boolean; ending: Ending }
  | { type: 'cost'; usd: number };

/** How a result comes: alone, with words that were added to a yes, or as that of a call that was left with Escape. */
type Ending = 'result' | 'with words' | 'left';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>({ type: 'prompt' }, { type: 'text' }) },
  fc.constantFrom<Step>({ type: 'aside' }, { type: 'interruption' }, { type: 'turn_end' }, { type: 'api_error' }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('calls' as const),
      results: fc.array(fc.option(fc.nat(12), { nil: undefined }), { minLength: 1, maxLength: 3 }),
      isInterleaved: fc.boolean(),
      ending: fc.constantFrom<Ending>('result', 'result', 'with words', 'left'),
    }),
  },
  fc.record({ type: fc.constant('cost' as const), usd: fc.nat(100) }),
);

/** The lines of a transcript in which these steps come one after the other. */
function linesOf(steps: Step[]): string[] {
  const lines: string[] = [];
  const due: { at: number; id: string; ending: Ending }[] = [];
  let count = 0;
  const line = (type: string, fields: object) => {
    count += 1;
    const timestamp = new Date(Date.UTC(2026, 0) + count * 1000).toISOString();
    lines.push(JSON.stringify({ type, uuid: `line-${count}`, timestamp, ...fields }));
  };
  const user = (content: unknown, more: object = {}) => line('user', { message: { role: 'user', content }, ...more });
  const assistant = (id: string, block: object, more: object = {}) => {
    const usage = { input_tokens: 10, output_tokens: count, cache_read_input_tokens: 3 };
    line('assistant', { message: { id, role: 'assistant', content: [block], usage }, ...more });
  };
  const result = (id: string, ending: Ending) => {
    const words = ending === 'with words' ? [{ type: 'text', text: `Beside ${id}` }] : [];
    const block = { type: 'tool_result', tool_use_id: id, content: `of ${id}`, is_error: ending === 'left' };
    user([block, ...words], ending === 'left' ? { toolDenialKind: 'user-rejected' } : {});
  };
  for (const [number, one] of steps.entries()) {
    for (const { id, ending } of due.filter(({ at }) => at === number)) result(id, ending);
    const id = `message-${number}`;
    switch (one.type) {
      case 'prompt':
        user(`Prompt ${number}`);
        break;
      case 'text':
        assistant(id, { type: 'thinking', thinking: 'Hm.' });
        assistant(id, { type: 'text', text: `Text ${number}` });
        break;
      case 'aside':
        user('<system-reminder>For the model.</system-reminder>');
        break;
      case 'interruption':
        user('[Request interrupted by user]');
        break;
      case 'turn_end':
        line('system', { subtype: 'turn_duration', durationMs: 5 });
        break;
      case 'api_error':
        assistant(id, { type: 'text', text: 'Overloaded' }, { isApiErrorMessage: true });
        break;
      case 'cost':
        line('cost-state', { totalCostUSD: one.usd });
        break;
      case 'calls':
        for (const [index, after] of one.results.entries()) {
          const call = `call-${number}-${index}`;
          assistant(id, { type: 'tool_use', id: call, name: 'Bash', input: { command: call } });
          if (after === 0 && one.isInterleaved) result(call, one.ending);
          else if (after !== undefined) due.push({ at: number + 1 + after, id: call, ending: one.ending });
        }
    }
  }
  return lines;
}

function messagesOf(events: readonly AgentEvent[]): Message[] {
  const numbered = events.map((event, index) => ({ ...event, sessionId: '', seq: index + 1 }) as SessionEvent);
  return numbered.reduce<Conversation>(reduceConversation, emptyConversation).messages;
}

/** As slowly as can be: from the first line to the last, by one reader. */
function readWhole(lines: string[]): AgentEvent[] {
  const reader = new TranscriptReader();
  return lines.flatMap((line) => reader.read(line).events);
}

/** By the number of the line, the places at which another reader may go on. */
function restsIn(lines: string[]): Map<number, ReaderState> {
  const states = new Map<number, ReaderState>();
  for (const number of lines.keys()) {
    let isRest = false;
    const reader: TranscriptReader = new TranscriptReader({ onRest: () => (isRest = number === at) });
    let at = 0;
    for (at = 0; at < number; at++) reader.read(lines[at] ?? '');
    const state = reader.state();
    reader.read(lines[number] ?? '');
    if (isRest) states.set(number, state);
  }
  return states;
}

/** Goes on with another reader at every such place at which `isSplit` says so. */
function readSplit(lines: string[], isSplit: () => boolean): AgentEvent[] {
  const states = restsIn(lines);
  let reader = new TranscriptReader();
  return lines.flatMap((line, number) => {
    const state = states.get(number);
    if (state && isSplit()) reader = new TranscriptReader({ from: JSON.parse(JSON.stringify(state)) as ReaderState });
    return reader.read(line).events;
  });
}

test('readers that go on from one another tell the same as one that reads all', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.infiniteStream(fc.boolean()), (steps, splits) => {
      const lines = linesOf(steps);
      const split = readSplit(lines, () => splits.next().value);
      expect(messagesOf(split)).toEqual(messagesOf(readWhole(lines)));
    }),
    { numRuns: 300 },
  );
});

async function allPages(pages: TranscriptPages, limit: number): Promise<Message[]> {
  const messages: Message[] = [];
  let page: PastPage | undefined;
  do {
    page = await pages.page({ limit, before: page?.next });
    expect(page.messages.length).toBeLessThanOrEqual(limit);
    messages.unshift(...page.messages);
  } while (page.next !== undefined);
  return messages;
}

const sizes = fc.record({
  chapterMessages: fc.integer({ min: 1, max: 8 }),
  // A line of these has about 200 bytes.
  partBytes: fc.integer({ min: 1, max: 5000 }),
});

test('pages of any size, over parts and chapters of any length, hold the messages of the whole', async () => {
  using folder = tempFolder();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      sizes,
      fc.integer({ min: 1, max: 8 }),
      async (steps, partSizes, limit) => {
        const lines = linesOf(steps);
        const path = folder.at(`${(runs += 1)}.jsonl`);
        const text = lines.map((line) => `${line}\n`).join('');
        writeFileSync(path, text);
        const pages = new TranscriptPages(path, { offset: text.length }, partSizes);
        expect(await allPages(pages, limit)).toEqual(messagesOf(readWhole(lines)));
      },
    ),
    { numRuns: 300 },
  );
});

test('what is written behind their end changes the messages of pages as it changes those of the whole', async () => {
  using folder = tempFolder();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      sizes,
      fc.record({ rest: fc.nat(), growth: fc.nat() }),
      async (steps, partSizes, { rest, growth }) => {
        const lines = linesOf(steps);
        const rests = [...restsIn(lines)];
        const [upTo, state] = rests[rest % rests.length] ?? [lines.length, undefined];
        const path = folder.at(`${(runs += 1)}.jsonl`);
        const linesUpTo = (count: number) =>
          lines
            .slice(0, count)
            .map((line) => `${line}\n`)
            .join('');
        const offset = linesUpTo(upTo).length;
        const before = messagesOf(readWhole(lines.slice(0, upTo)));
        const whole = messagesOf(readWhole(lines));
        writeFileSync(path, linesUpTo(upTo + (growth % (lines.length - upTo + 1))));
        const pages = new TranscriptPages(path, { offset, state }, partSizes);
        await pages.page({ limit: 3 });
        // It goes on between two looks.
        writeFileSync(path, linesUpTo(lines.length));
        expect(await allPages(pages, 5)).toEqual(before.map(({ id }) => whole.find((message) => message.id === id)));
      },
    ),
    { numRuns: 300 },
  );
});

interface Sizes {
  chapterMessages: number;
  partBytes: number;
}

/** Says where the newest part begins, having seen that it and the pages before it hold the messages of the whole. */
async function markOfNewest(path: string, lines: string[], partSizes: Sizes): Promise<Mark | undefined> {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const mark = await newestPart(path, partSizes.partBytes);
  const reader = new TranscriptReader({ from: mark?.state });
  const events: AgentEvent[] = [];
  const rest = { start: mark?.offset ?? 0, end: Number.POSITIVE_INFINITY };
  await readPart(path, rest, (line) => events.push(...reader.read(line).events));
  const earlier = mark ? await allPages(new TranscriptPages(path, mark, partSizes), 4) : [];
  // What came of an earlier call is told to whoever has its message.
  const told = messagesOf(events);
  expect([...earlier, ...told]).toEqual(messagesOf(readWhole(lines)));
  return mark;
}

test('of a long conversation the newest part is told, and the pages before it hold the rest', async () => {
  using folder = tempFolder();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), sizes, async (steps, partSizes) => {
      await markOfNewest(folder.at(`${(runs += 1)}.jsonl`), linesOf(steps), partSizes);
    }),
    { numRuns: 300 },
  );
});

test('of a long turn, too', async () => {
  using folder = tempFolder();
  let runs = 0;
  let withinTurn = 0;
  const withoutPrompt = step.filter(({ type }) => type !== 'prompt');
  const longTurn = fc.array(withoutPrompt, { minLength: 10, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(longTurn, sizes, async (steps, partSizes) => {
      const lines = linesOf([{ type: 'prompt' }, ...steps]);
      const mark = await markOfNewest(folder.at(`${(runs += 1)}.jsonl`), lines, partSizes);
      if (mark && !mark.isFromEnd) withinTurn += 1;
    }),
    { numRuns: 150 },
  );
  expect(withinTurn).toBeGreaterThan(10);
});

test('a part of a transcript that ends before it holds what came before that place', async () => {
  using folder = tempFolder();
  const lines = linesOf([{ type: 'prompt' }, { type: 'text' }, { type: 'prompt' }, { type: 'text' }]);
  const path = folder.at('one.jsonl');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const offset = lines.slice(0, 3).join('\n').length + 1;
  expect(await allPages(new TranscriptPages(path, { offset }), 100)).toEqual(messagesOf(readWhole(lines.slice(0, 3))));
  const { messages } = await new TranscriptPages(path, { offset, isTurnOver: true }).page({ limit: 100 });
  expect(messages.at(-1)?.parts).toMatchObject([{ type: 'turn_end', outcome: 'complete' }]);
});

test('subagents stand behind the messages whose calls have started them, those of subagents too', async () => {
  using folder = tempFolder();
  cpSync(fileURLToPath(new URL('fixtures/nested', import.meta.url)), folder.path, { recursive: true });
  const path = folder.at('55555555-5555-4555-8555-555555555555.jsonl');
  const messages = await allPages(new TranscriptPages(path, { offset: statSync(path).size }), 2);
  const known = new Set<string | undefined>([undefined]);
  for (const { parts, parentToolCallId } of messages) {
    expect(known).toContain(parentToolCallId);
    for (const part of parts) if (part.type === 'tool_call') known.add(part.toolCallId);
  }
  const texts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])));
  expect(texts).toEqual(expect.arrayContaining(['All done.', 'Inner done.', 'Mid done.']));
});
