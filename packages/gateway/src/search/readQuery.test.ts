// What people type into the search field, and what the index is asked for it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSqlite } from '../store/sqlite/sqlite.ts';
import { expressionOf } from './expression.ts';
import { readQuery } from './readQuery.ts';

const now = new Date(2026, 10, 18, 12).getTime();
const read = (text: string) => readQuery(text, now);
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();

const word = (text: string) => ({ text, isBeginning: false });
const beginning = (text: string) => ({ text, isBeginning: true });

const table: [string, Partial<ReturnType<typeof readQuery>>][] = [
  ['debounce', { terms: [beginning('debounce')] }],
  ['debounce ', { terms: [word('debounce')] }],
  ['flaky test', { terms: [word('flaky'), beginning('test')] }],
  ['"exact phrase"', { terms: [word('exact phrase')] }],
  ['“exact phrase” x', { terms: [word('exact phrase'), word('x')] }],
  ['"never closed', { terms: [word('never closed')] }],
  ['deploy -staging', { terms: [word('deploy')], without: [word('staging')] }],
  ['tool:Bash rm', { tools: ['Bash'], terms: [beginning('rm')] }],
  ['TOOL:bash', { tools: ['bash'], terms: [] }],
  ['tool:mcp__github', { tools: ['mcp__github'] }],
  ['folder:beckon', { folders: ['beckon'] }],
  ['folder:"my project"', { folders: ['my project'] }],
  ['is:asked', { isAsked: true, isDenied: false }],
  ['is:denied rm', { isDenied: true, terms: [beginning('rm')] }],
  ['after:2026-11-15', { after: day(2026, 11, 15) }],
  ['before:2026-11', { before: day(2026, 11, 1) }],
  ['after:2026', { after: day(2026, 1, 1) }],
  ['after:3d', { after: now - 3 * 86_400_000 }],
  ['before:2026-11-15 before:2026-11-10', { before: day(2026, 11, 10) }],
  ['after:2026-11-10 after:2026-11-15', { after: day(2026, 11, 15) }],
  ['https://example.com/a', { terms: [word('https://example.com/a')] }],
  ['a -- b', { terms: [word('a'), word('b')] }],
  ['foo AND bar*', { terms: [word('foo'), word('AND'), word('bar*')] }],
];

test.each(table)('“%s” is read as it is meant', (text, expected) => {
  const query = read(text);
  expect(query.problems).toEqual([]);
  expect(query).toMatchObject(expected);
});

test.each([
  ['', /Type what to look for/],
  ['   ', /Type what to look for/],
  ['!!! ---', /Type what to look for/],
  ['-only', /too: words with a minus only take away/],
  ['before:yesterday', /“before:yesterday” is no day/],
  ['after:2026-02-30', /“after:2026-02-30” is no day/],
  ['is:cool', /There are is:asked and is:denied/],
  ['tool:', /“tool:” needs a value right behind it: tool:Bash/],
  ['tool:--', /give the name of a tool/],
  ['-tool:Bash x', /only words can be left out/],
])('“%s” is answered with a sentence', (text, sentence) => {
  expect(read(text).problems.join(' ')).toMatch(sentence);
});

test('any text at all is read, and becomes an expression that the index takes', async () => {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE words USING fts5(text, facets, content = '', contentless_delete = 1)");
  const ask = database.prepare('SELECT rowid FROM words WHERE words MATCH ?');
  const pieces = fc.constantFrom(
    '"',
    "'",
    '*',
    '(',
    ')',
    '-',
    ':',
    '^',
    '+',
    '{',
    '}',
    ' ',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'text:',
    'facets :',
    'tool:',
    'folder:',
    'is:asked',
    'before:',
    '2026-11-15',
    'word',
    'ü',
    '日本',
    '\u0000',
    '\uD800',
    '“',
    '”',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const query = read(typed);
      if (query.problems.length > 0) return;
      const folders = query.folders.map((_, index) => (index % 2 ? [] : [1, 2]));
      const expression = expressionOf(query, folders);
      if (expression !== undefined) ask.all(expression);
    }),
    { numRuns: 3000 },
  );
  database.close();
});
