// Looks things up in the index. What it finds is read from the transcripts again: what is not there any more is not shown.
import type { SearchHit } from '@beckon/protocol';
import { parseLine } from '../drivers/claude/transcript/fields.ts';
import { expressionOf } from './expression.ts';
import { readLineAt } from './fileReading.ts';
import type { IndexFile, Row } from './indexFile.ts';
import { docsOf, type LineDoc } from './lineDocs.ts';
import { firstAt, momentOf, numberOf } from './numbers.ts';
import type { ReadQuery } from './readQuery.ts';
import { snippetOf } from './snippet.ts';
import { ofAsks, ofLog } from './takeUpLog.ts';

export interface Found {
  hits: SearchHit[];
  next?: string;
}

export function find(
  index: IndexFile,
  query: ReadQuery,
  { limit, before }: { limit: number; before?: string | undefined },
): Found {
  const hits: SearchHit[] = [];
  let cursor = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before);
  const numbers = numbersOf(index, query);
  for (;;) {
    const found = numbers(cursor, limit + 1);
    for (const id of found.slice(0, limit)) {
      if (hits.length === limit) return { hits, next: String(cursor) };
      const hit = hitOf(index, id, query);
      if (hit) hits.push(hit);
      cursor = id;
    }
    if (found.length <= limit) return { hits };
    if (hits.length === limit) return { hits, next: String(cursor) };
  }
}

/** The numbers of what fits, the latest first, from before a number on. */
function numbersOf(index: IndexFile, query: ReadQuery): (before: number, limit: number) => number[] {
  const expression = expressionOf(query, foldersOf(index, query.folders));
  const from = query.after === undefined ? 0 : firstAt(query.after);
  const to = query.before === undefined ? Number.MAX_SAFE_INTEGER : firstAt(query.before);
  const range = (before: number) => [Math.min(before, to), from] as const;
  if (expression === undefined) {
    const sql = 'SELECT id FROM docs WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT ?';
    return (before, limit) => index.all(sql, ...range(before), limit).map(({ id }) => Number(id));
  }
  const sql =
    'SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid < ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?';
  return (before, limit) => index.all(sql, expression, ...range(before), limit).map(({ id }) => Number(id));
}

/** For each name, the folders whose path has it in it. */
function foldersOf(index: IndexFile, names: readonly string[]): number[][] {
  if (names.length === 0) return [];
  const folders = index.all('SELECT id, path FROM folders');
  return names.map((name) => {
    const wanted = name.toLowerCase().replace(/(?<=.)\/+$/, '');
    return folders.filter(({ path }) => String(path).toLowerCase().includes(wanted)).map(({ id }) => Number(id));
  });
}

function hitOf(index: IndexFile, id: number, query: ReadQuery): SearchHit | undefined {
  const row = index.get(
    'SELECT docs.*, folders.path AS cwd FROM docs LEFT JOIN folders ON folders.id = docs.folder WHERE docs.id = ?',
    id,
  );
  if (!row) return undefined;
  const place = { at: momentOf(id), ...(row['cwd'] !== null && { cwd: String(row['cwd']) }) };
  if (row['file'] === ofAsks) return askHit(index, { id, place, query });
  if (row['file'] === ofLog) return logHit(index, { id, place, query });
  const file = index.get('SELECT path, session, agent FROM files WHERE id = ?', Number(row['file']));
  const doc = file && docAt(file, row);
  if (!file || !doc) return undefined;
  const { kind, toolName } = doc;
  const messageId = doc.messageId ?? messageOfCall(index, doc.toolCallId, String(file['session']))?.messageId;
  return {
    kind,
    sessionId: String(file['session']),
    ...(messageId !== undefined && { messageId }),
    ...place,
    ...snippetOf(doc.text, query.terms),
    ...titleOf(index, String(file['session'])),
    ...(toolName !== undefined && { toolName }),
  };
}

interface HitSource {
  id: number;
  place: { at: number; cwd?: string };
  query: ReadQuery;
}

function askHit(index: IndexFile, { id, place, query }: HitSource): SearchHit | undefined {
  const ask = index.get('SELECT * FROM asks WHERE doc = ?', id);
  if (!ask) return undefined;
  const sessionId = String(ask['session']);
  const call = messageOfCall(index, String(ask['call']), sessionId);
  return {
    kind: 'ask',
    sessionId,
    ...(call && { messageId: call.messageId }),
    askId: String(ask['id']),
    ...place,
    at: Number(ask['at']),
    ...snippetOf([ask['text'], ask['said']].filter(Boolean).join('\n'), query.terms),
    ...titleOf(index, sessionId),
    toolName: String(ask['tool']),
  };
}

function logHit(index: IndexFile, { id, place, query }: HitSource): SearchHit | undefined {
  const entry = index.get('SELECT session, at, text FROM entries WHERE doc = ?', id);
  if (!entry) return undefined;
  return {
    kind: 'log',
    ...(entry['session'] !== null && { sessionId: String(entry['session']) }),
    ...place,
    at: Number(entry['at']),
    ...snippetOf(String(entry['text']), query.terms),
    ...(entry['session'] !== null && titleOf(index, String(entry['session']))),
  };
}

/** The message in which a call stands, in the conversation of the session where that has it, else in any. */
function messageOfCall(
  index: IndexFile,
  toolCallId: string | undefined,
  session: string,
): { messageId: string } | undefined {
  if (toolCallId === undefined) return undefined;
  const rows = index.all(
    'SELECT docs.*, path, session, agent FROM docs JOIN files ON files.id = docs.file WHERE call = ? LIMIT 20',
    numberOf(toolCallId),
  );
  const own = rows.filter((row) => row['session'] === session);
  for (const row of own.length > 0 ? own : rows) {
    const doc = docAt(row, row);
    if (doc?.toolCallId === toolCallId && doc.messageId !== undefined) return { messageId: doc.messageId };
  }
  return undefined;
}

function docAt(file: Row, row: Row): LineDoc | undefined {
  const text = readLineAt(String(file['path']), { offset: Number(row['offset']), size: Number(row['size']) });
  const line = text === undefined ? undefined : parseLine(text);
  return line && docsOf(line, file['agent'] !== null)[Number(row['part'])];
}

export function titleOf(index: IndexFile, session: string): { title?: string } {
  const file = index.get('SELECT state FROM files WHERE session = ? AND agent IS NULL LIMIT 1', session);
  const state = file && (JSON.parse(String(file['state'])) as Record<string, string | undefined>);
  const known = state?.['givenTitle'] ?? state?.['agentTitle'] ?? state?.['firstPrompt'];
  const title = known ?? index.get('SELECT title FROM sessions WHERE id = ?', session)?.['title'];
  return typeof title === 'string' && title !== '' ? { title } : {};
}
