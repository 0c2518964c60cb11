// All that a search index has, in a form in which two of them can be held against each other: by what it is about, and not by
// the numbers that it happens to have.
import type { IndexFile } from '../../packages/gateway/src/search/indexFile.ts';
import { momentOf } from '../../packages/gateway/src/search/numbers.ts';

export function indexContent(index: IndexFile): unknown {
  index.run('CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, instance)');
  const words = new Map<number, string[]>();
  for (const { doc, term, col, offset } of index.all('SELECT * FROM temp.vocabulary ORDER BY doc, col, offset, term')) {
    const isFolder = col === 'facets' && /^d\d+$/.test(String(term));
    const text = isFolder ? 'd' : `${String(col)}:${String(offset)}:${String(term)}`;
    words.set(Number(doc), [...(words.get(Number(doc)) ?? []), text]);
  }
  const docs = index
    .all(
      `SELECT docs.*, files.path, folders.path AS cwd FROM docs LEFT JOIN files ON files.id = docs.file
       LEFT JOIN folders ON folders.id = docs.folder`,
    )
    .map(({ id, path, offset, size, part, call, cwd }) => ({
      at: momentOf(Number(id)),
      path,
      offset,
      size,
      part,
      call,
      cwd,
      words: words.get(Number(id)),
    }));
  const unknownWords = [...words.keys()].filter((id) => !index.get('SELECT 1 FROM docs WHERE id = ?', id));
  const spent = index.all(
    `SELECT path, message, at, models.name, input, output, cache_read, cache_write FROM spent
     JOIN files ON files.id = file JOIN models ON models.id = model`,
  );
  const costs = index.all(
    'SELECT path, at, models.name, usd FROM costs JOIN files ON files.id = file JOIN models ON models.id = model',
  );
  const files = index.all('SELECT path, session, agent, offset, mark, skipped, state FROM files');
  const asks = index.all('SELECT id, session, text, at, answered_at, is_by_person FROM asks');
  return {
    unknownWords,
    ...Object.fromEntries(
      Object.entries({ docs, spent, costs, files, asks }).map(([name, rows]) => [name, sorted(rows)]),
    ),
  };
}

function sorted(rows: unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
