import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastLines } from '../../../../../../tests/support/pastTranscripts.ts';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { readSummary, summaryOf, type TranscriptSummary } from './summary.ts';

const at = Date.UTC(2026, 0, 2);
const made = { number: 1, cwd: '/home/ann/shop', at };

async function summaryIn(content: string | Buffer): Promise<TranscriptSummary | undefined> {
  using folder = tempFolder();
  const path = folder.at('projects/-p/x.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  // Not gone before it has been read.
  return await readSummary(path);
}

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

test('tells title, folder, branch, way in, time and cost', async () => {
  expect(await summaryIn(text(...pastLines({ ...made, title: 'Shop', branch: 'feature', costUsd: 2 })))).toEqual({
    title: 'Shop',
    cwd: '/home/ann/shop',
    branch: 'feature',
    version: '2.1.325',
    entrypoint: 'cli',
    startedAt: at - 60_000,
    usage: { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 2 },
  });
});

test('a name that its person gave counts for more than the agent’s, and that for more than the first prompt', async () => {
  const own = JSON.stringify({ type: 'custom-title', customTitle: 'Person' });
  const agents = JSON.stringify({ type: 'ai-title', aiTitle: 'Agent' });
  const titleOf = async (...lines: string[]) => (await summaryIn(text(...pastLines(made), ...lines)))?.title;
  expect(await titleOf()).toBe('Question 1');
  expect(await titleOf(agents)).toBe('Agent');
  expect(await titleOf(own, agents)).toBe('Person');
});

test('a long transcript is told from its ends alone', async () => {
  const lines = pastLines({ ...made, title: 'Long', costUsd: 1, bytes: 3_000_000 });
  expect(await summaryIn(text(...lines))).toEqual(summaryOf(lines, []));
});

test('a first prompt that is longer than what is read is looked for', async () => {
  const long = `What is in this? ${'x'.repeat(200_000)}`;
  const [prompt = '', ...rest] = pastLines({ ...made, prompt: long });
  const filler = text(...Array.from({ length: 400 }, () => JSON.stringify({ type: 'tag', tag: 'y'.repeat(500) })));
  expect((await summaryIn(text(prompt) + filler + text(...rest)))?.title).toMatch(/^What is in this\? x+…$/);
});

test.each([
  ['nothing', ''],
  ['no line that says anything', text(JSON.stringify({ type: 'tag', tag: 'x' }))],
  ['no JSON', 'hello\nthere\n'],
  ['JSON that is no object', '[1]\nnull\n"x"\n7\n'],
  [
    'a subagent’s lines alone',
    text(...pastLines(made).map((line) => line.replace('"isSidechain":false', '"isSidechain":true'))),
  ],
])('%s is no session', async (_, content) => {
  expect(await summaryIn(content)).toBeUndefined();
});

test('lines that are cut, are no UTF-8 or of unknown types are passed over, and what can be read is', async () => {
  const lines = text(...pastLines({ ...made, title: 'Still here' }));
  const bad = Buffer.concat([
    Buffer.from('{"type":"user","message":{"role":"us\n'),
    Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
    Buffer.from('{"type":"never-heard-of","cwd":7,"timestamp":{},"gitBranch":[]}\n'),
    Buffer.from(lines),
    Buffer.from(
      '{"type":"custom-title","customTitle":{"a":1}}\n{"type":"cost-state","totalCostUSD":1e999}\n{"type":"custom-ti',
    ),
  ]);
  expect(await summaryIn(bad)).toMatchObject({ title: 'Still here', cwd: '/home/ann/shop' });
});

test('a file that is written while it is read, or gone, says what it can', async () => {
  using folder = tempFolder();
  const path = folder.at('projects/-p/x.jsonl');
  expect(await readSummary(path)).toBeUndefined();
  mkdirSync(dirname(path), { recursive: true });
  const [first = '', ...rest] = pastLines(made);
  writeFileSync(path, first.slice(0, -20));
  expect(await readSummary(path)).toBeUndefined();
  appendFileSync(path, `${first.slice(-20)}\n${text(...rest)}`);
  expect(await readSummary(path)).toMatchObject({ title: 'Question 1' });
});

/** Parses every line, and looks at each for everything. */
function plainSummary(lines: readonly string[]) {
  const parsed = lines.flatMap((line) => {
    try {
      const value = JSON.parse(line) as Record<string, unknown> | null;
      return value ? [value] : [];
    } catch {
      return [];
    }
  });
  const last = (type: string, field: string) => {
    const value = parsed.findLast((line) => line['type'] === type && typeof line[field] === 'string')?.[field];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    title: last('custom-title', 'customTitle') ?? last('ai-title', 'aiTitle') ?? 'Question 1',
    branch: parsed.findLast((line) => typeof line['gitBranch'] === 'string')?.['gitBranch'],
  };
}

test('[property] the ends of a file tell what reading all of it tells', async () => {
  const word = fc.stringMatching(/^[a-zé漢]{1,12}$/);
  const line = fc.oneof(
    word.map((customTitle) => JSON.stringify({ type: 'custom-title', customTitle })),
    word.map((aiTitle) => JSON.stringify({ type: 'ai-title', aiTitle })),
    word.map((branch) => pastLines({ ...made, branch })[1] ?? ''),
    word.map((tag) => JSON.stringify({ type: 'tag', tag })),
    fc.constantFrom('', '{', 'null', '{"type":"custom-title"', '{"type":"user"}'),
  );
  const filler = fc
    .nat({ max: 400 })
    .map((count) =>
      Array.from({ length: count }, () => JSON.stringify({ type: 'api-request', filler: 'z'.repeat(1000) })),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), filler, async (lines, middle) => {
      // The CLI writes what names a conversation again with every turn: it stands near the end.
      const all = [...pastLines(made), ...middle, ...lines];
      expect(await summaryIn(text(...all))).toMatchObject(plainSummary(all));
    }),
    { numRuns: 150 },
  );
});
