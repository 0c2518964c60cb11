// Transcripts that somebody wrote to keep the index busy for ever, or to make it useless to its person.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { find } from './find.ts';
import { openIndex } from './indexFile.ts';
import { readQuery } from './readQuery.ts';
import { snippetOf } from './snippet.ts';
import { takeUp } from './takeUp.ts';
import { usageReport } from './usageReport.ts';

const session = '11111111-1111-4111-8111-111111111111';

async function indexOf(lines: object[]) {
  const folder = tempFolder();
  const scope = { projects: folder.at('projects'), leftOut: [] };
  mkdirSync(join(scope.projects, '-a'), { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(scope.projects, '-a', `${session}.jsonl`), text);
  const index = await openIndex(folder.at('search.db'), scope);
  await takeUp(index, scope);
  return {
    index,
    count: () => Number(index.get('SELECT count(*) AS docs FROM docs')?.['docs']),
    [Symbol.dispose]() {
      index[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const said = (number: number, timestamp?: string) => ({
  type: 'user',
  uuid: `u${number}`,
  ...(timestamp !== undefined && { timestamp }),
  message: { role: 'user', content: `word${number}` },
});

test.each([
  ['no time at all', undefined],
  ['one and the same time', '2026-11-15T12:00:00.000Z'],
  ['a time after all times', '+275760-09-13T00:00:00.000Z'],
])(
  'many pieces of %s are taken up in time that grows with their number alone',
  async (_, timestamp) => {
    const many = 30_000;
    using built = await indexOf(Array.from({ length: many }, (__, number) => said(number, timestamp)));
    expect(built.count()).toBe(many);
    const { hits } = find(built.index, readQuery('word12345', 0), { limit: 5 });
    expect(hits.map(({ messageId }) => messageId)).toEqual(['u12345']);
  },
  15_000,
);

test('numbers that no agent can have spent leave the report what it is for all others', async () => {
  const spent = (id: string, input: number) => ({
    type: 'assistant',
    timestamp: '2026-11-15T12:00:00.000Z',
    message: { id, model: 'opus', content: [], usage: { input_tokens: input, output_tokens: 3 } },
  });
  const cost = (usd: number) => ({ type: 'cost-state', modelUsage: { opus: { costUSD: usd } } });
  const huge = Array.from({ length: 1100 }, (_, number) => spent(`huge${number}`, Number.MAX_SAFE_INTEGER));
  using built = await indexOf([spent('m1', 40), cost(2), cost(1.7e308), cost(0), cost(1.7e308), ...huge]);
  const { total } = usageReport(built.index, {});
  expect(total).toMatchObject({ inputTokens: 40, costUsd: 2 });
});

test('a passage is cut out at once, whatever marks stand between its letters', () => {
  const marks = '\u0301'.repeat(400);
  const words = `a ${'\u0301 '.repeat(14)}b`;
  const { snippet } = snippetOf(`a${marks}c and a b`, [{ text: words, isBeginning: false }]);
  expect(snippet).toContain('a b');
}, 5000);
