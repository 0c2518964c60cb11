// Whatever happens to the transcripts, and however often whoever reads them is stopped: the index is what it would be if it
// were made anew.
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexContent } from '../../../../tests/support/indexContent.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { type IndexFile, openIndex } from './indexFile.ts';
import { takeUp } from './takeUp.ts';

const names = ['one', 'two', 'three'];
const idOf = (name: string) => `00000000-0000-4000-8000-00000000000${names.indexOf(name)}`;

const word = fc.constantFrom('deploy', 'flaky', 'test', 'Größe', '日本語', 'rm -rf', 'x'.repeat(300), '\u0000null');
const moment = fc
  .integer({ min: 0, max: 5 })
  .map((second) => new Date(1_790_000_000_000 + second * 1000).toISOString());
const usage = fc.record({ input_tokens: fc.nat(9), output_tokens: fc.nat(9) });
const common = { timestamp: moment, cwd: fc.constantFrom('/a', '/b'), uuid: fc.constantFrom('u1', 'u2', 'u3', 'u4') };
const line = fc.oneof(
  fc
    .record({ ...common, text: word })
    .map(({ text, ...rest }) => ({ type: 'user', message: { role: 'user', content: text }, ...rest })),
  fc
    .record({ ...common, text: word, id: fc.constantFrom('m1', 'm2', 'm3'), usage })
    .map(({ text, id, usage: used, ...rest }) => ({
      type: 'assistant',
      message: { id, model: 'opus', content: [{ type: 'text', text }], usage: used },
      ...rest,
    })),
  fc.record({ ...common, text: word, id: fc.constantFrom('c1', 'c2') }).map(({ text, id, ...rest }) => ({
    type: 'assistant',
    message: { id: 'm9', model: 'opus', content: [{ type: 'tool_use', id, name: 'Bash', input: { command: text } }] },
    ...rest,
  })),
  fc.record({ ...common, text: word, id: fc.constantFrom('c1', 'c2') }).map(({ text, id, ...rest }) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
    ...rest,
  })),
  fc.record({ usd: fc.nat(9) }).map(({ usd }) => ({ type: 'cost-state', modelUsage: { opus: { costUSD: usd } } })),
  fc.constant({ type: 'nobody-knows', parentUuid: 'itself', uuid: 'itself' }),
);
const bytes = fc.oneof(
  { weight: 8, arbitrary: line.map((one) => Buffer.from(`${JSON.stringify(one)}\n`)) },
  { weight: 1, arbitrary: line.map((one) => Buffer.from(JSON.stringify(one).slice(0, 30))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Buffer.from('not json\n'), Buffer.from([0xff, 0xfe, 10]), Buffer.from('\n\n')),
  },
);

const file = fc.constantFrom(...names);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ is: fc.constant('append' as const), file, pieces: fc.array(bytes, { maxLength: 8 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('cut' as const), file, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constantFrom('remove' as const, 'rewrite' as const, 'link' as const), file }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('pass' as const) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('stopped pass' as const), after: fc.nat(40) }) },
);

test('after appends, cuts, removals, swaps and stops at any moment, the index equals one that is made anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      using folder = tempFolder();
      const projects = folder.at('projects');
      mkdirSync(join(projects, '-a'), { recursive: true });
      const pathOf = (name: string) => join(projects, '-a', `${idOf(name)}.jsonl`);
      const scope = { projects, leftOut: [] };
      const path = folder.at('search.db');
      for (const one of steps) {
        if (one.is === 'pass' || one.is === 'stopped pass') {
          using index = await openIndex(path, scope);
          const used = one.is === 'pass' ? index : stopping(index, one.after);
          await takeUp(used, { ...scope, batchLength: 600 }).catch(isStop);
        } else change(pathOf(one.file), one);
      }
      using index = await openIndex(path, scope);
      await takeUp(index, { ...scope, batchLength: 600 });
      using anew = await openIndex(folder.at('anew.db'), scope);
      await takeUp(anew, scope);
      expect(indexContent(index)).toEqual(indexContent(anew));
    }),
    { numRuns: 80 },
  );
});

type Change = Exclude<typeof step extends fc.Arbitrary<infer T> ? T : never, { is: 'pass' | 'stopped pass' }>;

/** Each change also moves the file's time on, as a change on a real disk does, a moment later. */
function change(path: string, one: Change): void {
  switch (one.is) {
    case 'append':
      rmIfLink(path);
      appendFileSync(path, Buffer.concat(one.pieces));
      return;
    case 'cut': {
      const content = contentOf(path);
      if (content) truncateSync(path, Math.floor(content.length * one.share));
      return;
    }
    case 'remove':
      rmSync(path, { force: true });
      return;
    case 'rewrite': {
      const content = contentOf(path);
      if (!content) return;
      writeFileSync(`${path}.new`, content.subarray(content.length / 2));
      renameSync(`${path}.new`, path);
      return;
    }
    case 'link':
      rmSync(path, { force: true });
      symlinkSync('/etc/hostname', path);
  }
}

function contentOf(path: string): Buffer | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function rmIfLink(path: string): void {
  if (contentOf(path) === undefined) rmSync(path, { force: true });
}

/** Ends in the middle of its work, as a process does that is killed: what it was writing is not kept. */
function stopping(index: IndexFile, after: number): IndexFile {
  let left = after;
  return {
    ...index,
    run(sql, ...values) {
      left -= 1;
      if (left < 0) throw new Error(stop);
      return index.run(sql, ...values);
    },
  };
}

const stop = 'stopped';
function isStop(error: unknown): void {
  if (!(error instanceof Error) || error.message !== stop) throw error;
}
