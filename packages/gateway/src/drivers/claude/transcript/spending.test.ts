import { mkdirSync, writeFileSync } from 'node:fs';
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { followSession } from './followSession.ts';
import { TranscriptReader } from './reader.ts';
import { readTotal, Spending } from './spending.ts';
import { spentBefore } from './spentBefore.ts';

const tokens = (inputTokens: number, outputTokens = 0): Usage => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});
let count = 0;
const line = (type: string, fields: object) => {
  const timestamp = new Date(Date.UTC(2026, 0) + ++count * 1000).toISOString();
  return JSON.stringify({ type, uuid: `line-${count}`, timestamp, ...fields });
};
const message = (id: string, input_tokens: number) =>
  line('assistant', { message: { id, role: 'assistant', content: [], usage: { input_tokens } } });
const model = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens, costUSD: 1 });
const total = (totalCostUSD: number, ...models: ReturnType<typeof model>[]) =>
  JSON.stringify({ type: 'cost-state', totalCostUSD, modelUsage: Object.fromEntries(models.entries()) });

function readAll(lines: string[], spending = new Spending()): Spending {
  const reader = new TranscriptReader({ spending });
  for (const text of lines) reader.read(text);
  return spending;
}

function spentIn(lines: string[]): Usage | undefined {
  const spending = readAll(lines);
  spending.begin({ usage: noUsage, saidAt: 0 });
  return spending.usage;
}

test('each message counts once, as its last line has it, and has no cost', () => {
  expect(spentIn([message('a', 1), message('a', 10), message('b', 100)])).toEqual(tokens(110));
});

test('what the CLI says of all takes the place of what was added up, and its cost with it', () => {
  const said = total(0.5, model(20, 3), model(5, 1));
  expect(spentIn([message('a', 10), said, said])).toEqual({ ...tokens(25, 4), costUsd: 0.5 });
});

test('what is spent after that is counted on, and makes the cost unknown until it is said again', () => {
  const lines = [message('a', 10), total(0.5, model(10, 0)), message('b', 7)];
  expect(spentIn(lines)).toEqual(tokens(17));
  expect(spentIn([...lines, total(0.8, model(17, 0))])).toEqual({ ...tokens(17), costUsd: 0.8 });
});

test('less than the messages before it have spent is not all, and leaves the cost unknown', () => {
  const afterKill = total(0.1, model(7, 0));
  expect(spentIn([message('a', 10), message('b', 7), afterKill])).toEqual(tokens(17));
  const lines = [message('a', 10), total(0.5, model(10, 0)), message('b', 7), afterKill];
  expect(spentIn(lines)).toEqual(tokens(17));
  expect(spentIn([message('a', 10), total(0.5, model(10, 0)), total(0, model(0, 0))])).toEqual(tokens(10));
});

test.each([
  ['no cost', { totalCostUSD: 'much', modelUsage: {} }],
  ['an infinite one', { totalCostUSD: Number.POSITIVE_INFINITY, modelUsage: {} }],
  ['a negative one', { totalCostUSD: -1, modelUsage: {} }],
])('of all, %s says nothing', (_, said) => {
  expect(readTotal(said)).toBeUndefined();
});

test('the cost of a model that the CLI does not know is not known', () => {
  const said = { totalCostUSD: 0.1, modelUsage: { x: model(3, 0) }, hasUnknownModelCost: true };
  expect(readTotal(said)).toEqual(tokens(3));
});

test('found from behind up to any place, and read on from there, it is the same as read from the beginning', async () => {
  using folder = tempFolder();
  const steps = fc.array(
    fc.oneof(
      fc.record({ lines: fc.integer({ min: 1, max: 3 }), tokens: fc.nat(100) }),
      fc.record({ usd: fc.nat(9), tokens: fc.nat(100) }),
      fc.constant('prompt' as const),
    ),
    { maxLength: 25 },
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (all, cut) => {
      // Reading begins where a message does.
      const pieces = all.map((step, index) => {
        if (step === 'prompt') return [line('user', { message: { role: 'user', content: 'Go on.' } })];
        if ('usd' in step) return [total(step.usd, model(step.tokens, 1))];
        return Array.from({ length: step.lines }, (_, part) => message(`m${index}`, step.tokens + part));
      });
      const at = pieces.length === 0 ? 0 : cut % pieces.length;
      const path = folder.at(`${(runs += 1)}.jsonl`);
      writeFileSync(
        path,
        pieces
          .flat()
          .map((text) => `${text}\n`)
          .join(''),
      );
      const offset = pieces
        .slice(0, at)
        .flat()
        .reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
      const spending = readAll(pieces.slice(at).flat());
      spending.begin(await spentBefore(path, { offset, subagentsSince: 0 }));
      expect(spending.usage).toEqual(spentIn(pieces.flat()));
    }),
    { numRuns: 200 },
  );
});

test('what subagents spent is counted once, be it told or found', async () => {
  using folder = tempFolder();
  const name = '55555555-5555-4555-8555-555555555555';
  const transcript = folder.at(`${name}.jsonl`);
  const write = (agent: string, ...lines: string[]) => {
    writeFileSync(
      folder.at(`${name}/subagents/agent-${agent}.meta.json`),
      JSON.stringify({ toolUseId: `call-${agent}` }),
    );
    writeFileSync(folder.at(`${name}/subagents/agent-${agent}.jsonl`), lines.map((text) => `${text}\n`).join(''));
  };
  mkdirSync(folder.at(`${name}/subagents`), { recursive: true });
  const beforeSaid = message('s1', 1000);
  const lines = [message('a', 10), total(0.5, model(1010, 0)), message('b', 1)];
  write('old', beforeSaid, message('s2', 500));
  write('new', message('s3', 70));
  writeFileSync(transcript, lines.map((text) => `${text}\n`).join(''));
  await using session = followSession(transcript, { onTold: () => undefined, onTrouble: () => undefined });
  expect(await session.spent()).toEqual(addUsage(tokens(1011), tokens(570)));
});
