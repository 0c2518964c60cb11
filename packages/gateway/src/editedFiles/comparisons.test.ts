// A comparison that is made when somebody asks for it: of any sort of file, page by page, and begun anew where the file changes.
import { symlinkSync, writeFileSync } from 'node:fs';
import type { FileSection, JsonObject } from '@beckon/protocol';
import { applySections } from '@beckon/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '../../../../tests/support/testClock.ts';
import type { TempFolder } from '../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { systemClock } from '../clock.ts';
import { Comparisons } from './comparisons.ts';

let folder: TempFolder;
let path: string;
let comparisons: Comparisons;
/** How often a whole input was read, which is done for every comparison and for no page. */
let made: number;
beforeEach(() => {
  folder = tempFolder();
  path = folder.at('large.txt');
  made = 0;
  comparisons = open();
});
afterEach(() => {
  comparisons.close();
  folder[Symbol.dispose]();
});

function open(clock = systemClock) {
  return new Comparisons({
    clock,
    inputOf: async ({ input }) => {
      made += 1;
      return Buffer.from(JSON.stringify(input));
    },
  });
}

const ask = (toolName: string, input: JsonObject, id = 'one') => ({
  id,
  toolName,
  input: { file_path: path, ...input },
});
const first = (toolName: string, input: JsonObject) => comparisons.pageOf(ask(toolName, input), {});
const numbered = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}, "quoted" and é漢😀\n`);
const text = numbered.join('');
const rewritten = text.replaceAll('line', 'LINE');

async function allSections(asked: ReturnType<typeof ask>): Promise<FileSection[]> {
  const sections: FileSection[] = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const comparison = await comparisons.pageOf(asked, { page });
    sections.push(...(comparison?.file.sections ?? []));
    pages = comparison?.pages ?? 0;
  }
  return sections;
}

describe('[diff] what all pages show, applied to the file, is what the tool makes of it', () => {
  const long = numbered.slice(100, 5000).join('');
  test.each<[string, JsonObject, string]>([
    ['Write', { content: rewritten }, rewritten],
    ['Write', { content: numbered.with(7000, 'changed').join('') }, numbered.with(7000, 'changed').join('')],
    ['Edit', { old_string: long, new_string: long.toUpperCase() }, text.replace(long, long.toUpperCase())],
    ['Edit', { old_string: 'line', new_string: 'LINE', replace_all: true }, rewritten],
    [
      'MultiEdit',
      {
        edits: [
          { old_string: long, new_string: 'gone\n' },
          { old_string: 'gone', new_string: 'cut' },
        ],
      },
      text.replace(long, 'cut\n'),
    ],
  ])('%s', async (toolName, input, after) => {
    writeFileSync(path, text);
    expect(applySections(text, await allSections(ask(toolName, input)))).toBe(after);
    expect(made).toBe(1);
  });

  test('of a file whose lines end as on Windows, without that', async () => {
    writeFileSync(path, text.replaceAll('\n', '\r\n'));
    const content = numbered.with(5, 'changed\n').join('').replaceAll('\n', '\r\n');
    expect(await first('Write', { content })).toMatchObject({
      file: { hasCrlf: true, lines: { added: 1, removed: 1 }, sections: [{ line: 3 }] },
    });
  });
});

describe('what is at the path', () => {
  test('nothing: all of it is new', async () => {
    expect(await first('Write', { content: text })).toMatchObject({
      file: { found: 'nothing', lines: { added: 10_000, removed: 0 } },
    });
  });

  test('the same text: nothing changes', async () => {
    writeFileSync(path, text);
    expect(await first('Write', { content: text })).toMatchObject({
      file: { found: 'text', sections: [], lines: { added: 0, removed: 0 } },
      pages: 0,
    });
  });

  test('no text, a link, or far too much: said, and not compared', async () => {
    writeFileSync(path, Buffer.from([1, 0, 2]));
    expect(await first('Write', { content: text })).toMatchObject({ file: { found: 'binary', sections: [] } });
    writeFileSync(path, 'x'.repeat(16 * 1024 * 1024 + 1));
    expect(await first('Write', { content: text })).toMatchObject({ file: { found: 'too_large', sections: [] } });
    symlinkSync(path, folder.at('link'));
    const link = ask('Write', { content: text, file_path: folder.at('link') });
    expect(await comparisons.pageOf(link, {})).toMatchObject({ file: { found: 'link' } });
    expect(made).toBe(0);
  });

  test('another text than the edit takes it for: said, and not compared', async () => {
    writeFileSync(path, 'something else');
    expect(await first('Edit', { old_string: text, new_string: '' })).toMatchObject({
      file: { problem: 'not_found', sections: [] },
    });
  });

  test('a line of megabytes: not compared, and said to be cut', async () => {
    writeFileSync(path, 'short\n');
    expect(await first('Write', { content: 'x'.repeat(2_000_000) })).toMatchObject({
      file: { found: 'text', isCut: true, sections: [] },
      pages: 0,
    });
  });
});

test('a file that changes between two pages is compared anew, from the first', async () => {
  writeFileSync(path, text);
  const asked = ask('Write', { content: rewritten });
  const { file: { version = '' } = {} } = (await comparisons.pageOf(asked, {})) ?? {};
  expect(await comparisons.pageOf(asked, { page: 1, version })).toMatchObject({ page: 1, file: { version } });
  writeFileSync(path, `above\n${text}`);
  const anew = await comparisons.pageOf(asked, { page: 2, version });
  expect(anew).toMatchObject({ page: 0, isAnew: true, file: { lines: { removed: 10_001 } } });
  expect(anew?.file.version).not.toBe(version);
  expect(made).toBe(2);
});

test('what edits no file, and a page that is not there, are nothing', async () => {
  writeFileSync(path, text);
  expect(await comparisons.pageOf(ask('Bash', { command: 'x' }), {})).toBeUndefined();
  expect(await comparisons.pageOf(ask('Write', { content: rewritten }), { page: 1000 })).toBeUndefined();
});

test('a comparison that nobody looks at is kept for a minute', async () => {
  const clock = new TestClock();
  comparisons = open(clock);
  writeFileSync(path, text);
  const asked = ask('Write', { content: rewritten });
  await comparisons.pageOf(asked, {});
  clock.advance(59_000);
  await comparisons.pageOf(asked, { page: 1 });
  clock.advance(59_000);
  await comparisons.pageOf(asked, { page: 2 });
  expect(made).toBe(1);
  clock.advance(61_000);
  await comparisons.pageOf(asked, { page: 3 });
  expect(made).toBe(2);
});
