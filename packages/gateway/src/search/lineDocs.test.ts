// What real transcripts of the CLI are found by: each text of theirs at the message under which the conversation shows it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEvent, emptyConversation } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { parseLine } from '../drivers/claude/transcript/fields.ts';
import { TranscriptReader } from '../drivers/claude/transcript/reader.ts';
import { docsOf, inputText } from './lineDocs.ts';

const fixtures = fileURLToPath(new URL('../drivers/claude/transcript/fixtures', import.meta.url));
const names = readdirSync(fixtures).filter((name) => name.endsWith('.jsonl'));

test.each(names)('every piece of %s stands in the message that it names', (name) => {
  const lines = readFileSync(join(fixtures, name), 'utf8').split('\n').filter(Boolean);
  const reader = new TranscriptReader();
  const events = lines.flatMap((line) => reader.read(line).events);
  const { messages } = events.reduce(afterEvent, emptyConversation);
  const textOf = new Map(
    messages.map(({ id, parts }) => [
      id,
      parts
        .map((part) => {
          if (part.type === 'tool_call') return inputText(part.toolName, part.input);
          return 'text' in part ? part.text : '';
        })
        .join('\n'),
    ]),
  );
  const docs = lines.flatMap((line) => docsOf(parseLine(line) ?? {}, false)).filter(({ kind }) => kind !== 'result');
  expect(docs.length).toBeGreaterThan(3);
  for (const { text, messageId } of docs) expect(textOf.get(messageId ?? '')).toContain(text);
});

test.each(names)('all that people and the agent say in %s is found', (name) => {
  const lines = readFileSync(join(fixtures, name), 'utf8').split('\n').filter(Boolean);
  const reader = new TranscriptReader();
  const events = lines.flatMap((line) => reader.read(line).events);
  const { messages } = events.reduce(afterEvent, emptyConversation);
  const found = lines.flatMap((line) => docsOf(parseLine(line) ?? {}, false)).map(({ text }) => text);
  const all = found.join('\n');
  for (const { role, parts } of messages) {
    if (role === 'system') continue;
    for (const part of parts)
      if (part.type === 'text') for (const row of part.text.trim().split('\n')) expect(all).toContain(row);
  }
});

test('of a long result its beginning and its end are found', () => {
  const content = `beginning ${'x '.repeat(5000)}end of it`;
  const line = { type: 'user', uuid: 'u', message: { content: [{ type: 'tool_result', tool_use_id: 't', content }] } };
  const [doc] = docsOf(line, false);
  expect(doc?.text.length).toBeLessThan(600);
  expect(doc?.text).toMatch(/^beginning .* … .*end of it$/);
});

test('an input of any shape or depth has a bounded text', () => {
  let deep: unknown = 'bottom';
  for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
  expect(inputText('Bash', { deep })).toBe('Bash');
  expect(
    inputText('Write', { content: 'y'.repeat(100_000), more: Array.from({ length: 9999 }, () => 'z') }).length,
  ).toBeLessThan(6000);
});
