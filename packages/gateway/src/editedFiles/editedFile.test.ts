// The file that a call would change, as it is found: of any sort, and whatever somebody has put in its place.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { applySections, type JsonObject } from '@beckon/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TempFolder } from '../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { systemClock } from '../clock.ts';
import { lookAtFile } from './editedFile.ts';
import { fileOf, withFile } from './withFile.ts';

let folder: TempFolder;
let path: string;
beforeEach(() => {
  folder = tempFolder();
  path = folder.at('greet.js');
});
afterEach(() => folder[Symbol.dispose]());

const look = (toolName: string, input: JsonObject, isAbridged = false) =>
  lookAtFile({ toolName, input, isAbridged }, systemClock);
const edit = (old_string: string, new_string: string) => look('Edit', { file_path: path, old_string, new_string });
const write = (content: string) => look('Write', { file_path: path, content });
/** Whatever stands for the content. */
const version: unknown = expect.stringMatching(/^[\da-f]{64}$/);
const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);

test('an edit comes with the lines around it', async () => {
  writeFileSync(path, lines.join(''));
  expect(await edit('line 10', 'line ten')).toEqual({
    path,
    version,
    found: 'text',
    lines: { added: 1, removed: 1 },
    sections: [
      {
        line: 7,
        before: lines.slice(6, 13).join(''),
        after: lines.with(9, 'line ten\n').slice(6, 13).join(''),
      },
    ],
  });
});

test('a file that is written anew is compared with what it was', async () => {
  writeFileSync(path, lines.join(''));
  const after = lines.with(1, 'changed\n').join('').trimEnd();
  const file = await write(after);
  expect(file?.sections).toHaveLength(2);
  expect(applySections(lines.join(''), file?.sections ?? [])).toBe(after);
});

test('a file that is not there is new', async () => {
  expect(await write('a\nb\n')).toEqual({
    path,
    version: 'nothing',
    found: 'nothing',
    lines: { added: 2, removed: 0 },
    sections: [{ line: 1, before: '', after: 'a\nb\n' }],
  });
  path = folder.at('no/such/folder.txt');
  expect(await write('a')).toMatchObject({ found: 'nothing' });
});

test('what is put in and taken away is counted, as few lines as it takes', async () => {
  writeFileSync(path, '{\n}\n{\n}\n');
  expect((await write('{\n}\n{\nx\n}\n{\n}\n'))?.lines).toEqual({ added: 3, removed: 0 });
  expect((await write('{\n}\n'))?.lines).toEqual({ added: 0, removed: 2 });
  expect((await write('{\n}\n{\n}'))?.lines).toEqual({ added: 1, removed: 1 });
  writeFileSync(path, lines.join(''));
  expect((await write(lines.join('')))?.lines).toEqual({ added: 0, removed: 0 });
  const long = Array.from({ length: 3000 }, (_, index) => `${index}\n`).join('');
  expect(await write(long)).toMatchObject({ lines: { added: 3000, removed: 20 } });
  expect((await edit('never', 'x'))?.lines).toBeUndefined();
});

test('line ends of Windows are told, and not shown as changes', async () => {
  writeFileSync(path, 'a\r\nb\r\nc\r\n');
  expect(await edit('b', 'B')).toEqual({
    path,
    version,
    found: 'text',
    hasCrlf: true,
    lines: { added: 1, removed: 1 },
    sections: [{ line: 1, before: 'a\nb\nc\n', after: 'a\nB\nc\n' }],
  });
});

test('an edit that cannot work says why', async () => {
  writeFileSync(path, 'twice\ntwice\n');
  expect(await edit('never', 'x')).toMatchObject({ problem: 'not_found', sections: [] });
  expect(await edit('twice', 'x')).toMatchObject({ problem: 'not_unique', sections: [] });
});

test('what is no text, too much of it, or no file is not shown', async () => {
  writeFileSync(path, Buffer.from([0x50, 0, 1, 2]));
  expect(await write('x')).toEqual({ path, version, found: 'binary', sections: [] });
  writeFileSync(path, Buffer.from([0xff, 0xfe, 0x41]));
  expect(await write('x')).toMatchObject({ found: 'binary' });
  writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
  expect(await write('x')).toMatchObject({ found: 'too_large' });
  writeFileSync(folder.at('secret'), 'a secret');
  symlinkSync(folder.at('secret'), folder.at('link'));
  path = folder.at('link');
  expect(await write('x')).toEqual({ path, version: 'link', found: 'link', sections: [] });
  path = folder.path;
  expect(await write('x')).toMatchObject({ found: 'unreadable' });
  path = folder.at('pipe');
  execFileSync('mkfifo', [path]);
  expect(await write('x')).toMatchObject({ found: 'unreadable' });
});

test('of a long change as much is kept as goes well with an ask', async () => {
  const long = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(400)}\n`);
  writeFileSync(path, long.join(''));
  const after = long.map((line, index) => (index % 20 === 0 ? `changed ${line}` : line)).join('');
  const file = await write(after);
  expect(file).toMatchObject({ isCut: true, lines: { added: 10, removed: 10 } });
  expect(file?.sections.length).toBeGreaterThan(1);
  expect(await look('Write', { file_path: path, content: 'its beginning … its end' }, true)).toEqual({
    path,
    version,
    found: 'text',
    sections: [],
    isCut: true,
  });
});

test('an edit that makes far too much of its file is shown as one that is not compared', async () => {
  writeFileSync(path, 'a'.repeat(1024 * 1024));
  const all = { file_path: path, old_string: 'a', new_string: 'b'.repeat(600), replace_all: true };
  const notCompared = { path, version, found: 'text', sections: [], isCut: true };
  expect(await look('Edit', all)).toEqual(notCompared);
  expect(await look('MultiEdit', { file_path: path, edits: [all] })).toEqual(notCompared);
});

test('a comparison that fails fails no more than itself', async () => {
  writeFileSync(path, 'old');
  const broken = {
    file_path: path,
    get content(): string {
      throw new RangeError('Invalid string length');
    },
  };
  expect(await look('Write', broken)).toEqual({ path, version, found: 'text', sections: [], isCut: true });
});

test('an input that is too large to be carried with an ask is not compared', async () => {
  writeFileSync(path, 'old');
  const input = { file_path: path, content: 'new', more: 'x'.repeat(65 * 1024) };
  const { file } = await withFile<Parameters<typeof withFile>[0]>({ toolName: 'Write', input }, systemClock);
  expect(file).toEqual({ path, version, found: 'text', sections: [], isCut: true });
});

test('a notebook is shown by its cell', async () => {
  path = folder.at('note.ipynb');
  const cells = [
    { id: 'first', cell_type: 'code', source: ['import x\n', 'x.run()'] },
    { cell_type: 'markdown', source: '# Title' },
  ];
  writeFileSync(path, JSON.stringify({ cells }));
  const change = (input: object) => look('NotebookEdit', { notebook_path: path, new_source: 'new', ...input });
  expect(await change({ cell_id: 'first' })).toEqual({
    path,
    version,
    found: 'text',
    lines: { added: 1, removed: 2 },
    sections: [{ cell: 'first', line: 1, before: 'import x\nx.run()', after: 'new' }],
  });
  const longer = await change({ cell_id: 'first', new_source: 'import x\nx.run()\nx.stop()' });
  expect(longer?.lines).toEqual({ added: 1, removed: 0 });
  expect(await change({ cell_id: 'cell-1', edit_mode: 'delete' })).toMatchObject({
    sections: [{ cell: '1, removed', before: '# Title', after: '' }],
  });
  expect(await change({ cell_id: 'first', edit_mode: 'insert' })).toMatchObject({
    sections: [{ cell: 'new, after first', before: '', after: 'new' }],
  });
  expect(await change({ edit_mode: 'insert' })).toMatchObject({ sections: [{ cell: 'new, the first', after: 'new' }] });
  expect(await change({ cell_id: 'gone' })).toMatchObject({ sections: [], problem: 'not_found' });
  expect(await change({})).toMatchObject({ problem: 'not_found' });
  writeFileSync(path, 'no JSON');
  expect(await change({ cell_id: 'first' })).toMatchObject({ sections: [], problem: 'no_notebook' });
});

test('a call that edits no file, or none that can be named, has none', async () => {
  expect(await look('Bash', { command: 'ls' })).toBeUndefined();
  expect(await look('Write', { file_path: 'relative.txt', content: '' })).toBeUndefined();
  expect(await look('Write', { content: '' })).toBeUndefined();
});

describe('looked at again', () => {
  const ask = (): Parameters<typeof withFile>[0] => ({
    toolName: 'Write',
    input: { file_path: path, content: 'new\n' },
  });
  const asShown = () => withFile(ask(), systemClock);
  const changedFile = async (shown: Awaited<ReturnType<typeof asShown>>) => {
    const now = await fileOf(shown, systemClock);
    return now?.version === shown.file?.version ? undefined : now;
  };
  const tooLarge = 'x'.repeat(1024 * 1024 + 1);

  test.each<[string, string | undefined]>([
    ['a text', 'old\n'],
    ['no text', 'a\0b'],
    ['too much', tooLarge],
    ['nothing', undefined],
  ])('%s that is as it was has not changed', async (_, content) => {
    if (content !== undefined) writeFileSync(path, content);
    expect(await changedFile(await asShown())).toBeUndefined();
  });

  test.each<[string, string | undefined, string | undefined]>([
    ['a text that is another', 'old\n', 'other\n'],
    ['one with a line break more', 'old\n', 'old\n\n'],
    ['one whose lines end otherwise', 'old\n', 'old\r\n'],
    ['other bytes', 'a\0b', 'a\0c'],
    ['more of too much', tooLarge, `${tooLarge}x`],
    ['one that is there now', undefined, 'old\n'],
    ['one that is gone', 'old\n', undefined],
  ])('%s has changed', async (_, before, after) => {
    if (before !== undefined) writeFileSync(path, before);
    const shown = await asShown();
    if (after === undefined) rmSync(path);
    else writeFileSync(path, after);
    expect(await changedFile(shown)).toEqual((await asShown()).file);
  });

  test('a link in its place has, too, and is not followed', async () => {
    writeFileSync(path, 'old\n');
    const shown = await asShown();
    rmSync(path);
    writeFileSync(folder.at('secret'), 'old\n');
    symlinkSync(folder.at('secret'), path);
    expect(await changedFile(shown)).toMatchObject({ found: 'link', sections: [] });
  });
});
