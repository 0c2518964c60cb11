// What Beckon's own log has to be found by: every ask with its answer, and what else has happened. It is read from the
// database as `beckon log` reads it, so that nothing on an ask's road waits for it.
import type { Answer, Ask, AskStep, LogEntry } from '@beckon/protocol';
import { answererText, headline, logEntryText } from '@beckon/protocol';
import { openForReading } from '../store/sqlite/database.ts';
import { insertDoc, NumberedNames } from './batch.ts';
import { facets } from './expression.ts';
import type { IndexFile, Row } from './indexFile.ts';
import { inputText } from './lineDocs.ts';
import { numberAt } from './numbers.ts';
import { isWithin } from './takeUp.ts';

export interface LogPassOptions {
  /** Beckon's own database. */
  database: string;
  leftOut: readonly string[];
}

/** In the place of a file, for what is in none. */
export const ofAsks = 0;
export const ofLog = -1;

type Read = (sql: string, ...values: (string | number)[]) => Row[];

export async function takeUpLog(index: IndexFile, { database, leftOut }: LogPassOptions): Promise<void> {
  using log = await openForReading(database);
  if (!log) return;
  const read = log.all as Read;
  if (!isSameLog(index, read)) forgetLog(index);
  const taking = new LogTaking(index, leftOut);
  for (let from = lastNumber(index); ;) {
    const rows = read('SELECT * FROM log WHERE number > ? ORDER BY number LIMIT ?', from, piece);
    const last = rows.at(-1);
    if (!last) break;
    from = Number(last['number']);
    index.together(() => {
      for (const row of rows) taking.take(entryOf(row));
      keep(index, { number: from, at: Number(last['at']) });
    });
  }
  forgetPruned(index, read);
}

const piece = 500;

class LogTaking {
  readonly #index: IndexFile;
  readonly #leftOut: readonly string[];
  readonly #folders: NumberedNames;

  constructor(index: IndexFile, leftOut: readonly string[]) {
    this.#index = index;
    this.#leftOut = leftOut;
    this.#folders = new NumberedNames(index, 'folders', 'path');
  }

  take(entry: LogEntry): void {
    switch (entry.type) {
      case 'ask_opened':
        return this.#opened(entry.data.ask);
      case 'ask_answered':
      case 'ask_explained':
      case 'ask_reopened':
        return this.#stepped(entry.askId, entry.type, entry.data);
      case 'session_created': {
        const { cwd, title } = entry.data;
        const values = [entry.sessionId ?? '', this.#folders.number(cwd), cwd, title];
        this.#index.run('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)', ...values);
        return this.#entry(entry);
      }
      default:
        // Other steps of an ask say how far it has come, which nobody looks for.
        if (entry.askId === undefined || entry.type === 'rule_granted') this.#entry(entry);
    }
  }

  #opened(ask: Ask): void {
    const { id, sessionId, toolCallId, createdAt } = ask;
    const place = this.#placeOf(sessionId);
    if (place === undefined) return;
    const toolName = ask.toolName ?? ask.kind;
    const what = headline(ask, place.cwd);
    const texts = [what, inputText(toolName, ask.input), 'plan' in ask ? ask.plan : '', ask.reason ?? ''];
    this.#index.run(
      'INSERT OR REPLACE INTO asks (id, session, call, tool, headline, text, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      sessionId,
      toolCallId,
      toolName,
      what,
      texts.filter(Boolean).join('\n').slice(0, longestAsk),
      createdAt,
    );
    this.#file(id, { answer: ask.answer, said: '' });
    if (ask.answeredAt !== undefined) this.#stepped(id, 'ask_answered', { changed: ask });
  }

  #stepped(askId: string | undefined, type: string, { changed }: Pick<AskStep, 'changed'>): void {
    if (askId === undefined || !this.#index.get('SELECT 1 FROM asks WHERE id = ?', askId)) return;
    if (type === 'ask_reopened') {
      this.#index.run('UPDATE asks SET answered_at = NULL, is_by_person = 0 WHERE id = ?', askId);
      return this.#file(askId, { answer: undefined, said: '' });
    }
    const { answeredAt, answeredBy, answer = changed.inTerminal } = changed;
    if (answeredAt !== undefined) {
      const isByPerson = answeredBy?.type === 'rule' ? 0 : 1;
      this.#index.run('UPDATE asks SET answered_at = ?, is_by_person = ? WHERE id = ?', answeredAt, isByPerson, askId);
    }
    this.#file(askId, { answer, said: answeredBy ? answererText(answeredBy) : '' });
  }

  /** Puts an ask where it is found, as it stands now. */
  #file(askId: string, { answer, said }: { answer: Answer | undefined; said: string }): void {
    const ask = this.#index.get('SELECT * FROM asks WHERE id = ?', askId) ?? {};
    if (ask['doc'] !== null) forgetDoc(this.#index, Number(ask['doc']));
    const folder = this.#placeOf(String(ask['session']))?.folder ?? null;
    const isDenied = answer?.type === 'deny';
    const answered = [answer?.type === 'deny' ? (answer.message ?? '') : '', said].filter(Boolean).join('\n');
    const text = [ask['text'], answered].filter(Boolean).join('\n');
    const filed = [facets.asked, facets.tool(String(ask['tool'])), ...(isDenied ? [facets.denied] : [])];
    const doc = insertDoc(this.#index, numberAt(Number(ask['at']), askId), [ofAsks, 0, 0, 0, folder, null]);
    if (folder !== null) filed.push(facets.folder(folder));
    this.#index.run('INSERT INTO words (rowid, text, facets) VALUES (?, ?, ?)', doc, text, filed.join(' '));
    this.#index.run('UPDATE asks SET doc = ?, said = ? WHERE id = ?', doc, answered, askId);
  }

  #entry(entry: LogEntry): void {
    const { number, at, sessionId } = entry;
    const place = sessionId === undefined ? { folder: null } : this.#placeOf(sessionId);
    const text = place && textOfEntry(entry);
    if (!place || text === undefined) return;
    const doc = insertDoc(this.#index, numberAt(at, `log ${number}`), [ofLog, 0, 0, 0, place.folder, null]);
    const filed = place.folder === null ? '' : facets.folder(place.folder);
    this.#index.run('INSERT INTO words (rowid, text, facets) VALUES (?, ?, ?)', doc, text, filed);
    this.#index.run('INSERT INTO entries VALUES (?, ?, ?, ?, ?)', number, doc, sessionId ?? null, at, text);
  }

  /** Undefined for a session whose folder is left out. */
  #placeOf(sessionId: string): { folder: number | null; cwd?: string } | undefined {
    const row = this.#index.get('SELECT folder, cwd FROM sessions WHERE id = ?', sessionId);
    if (!row) return { folder: null };
    const cwd = String(row['cwd']);
    if (this.#leftOut.some((folder) => isWithin(folder, cwd))) return undefined;
    return { folder: row['folder'] === null ? null : Number(row['folder']), cwd };
  }
}

const longestAsk = 4000;
const longestEntry = 1000;

/** An entry of another version may not be one that there are words for. */
function textOfEntry(entry: LogEntry): string | undefined {
  try {
    return logEntryText(entry).slice(0, longestEntry);
  } catch {
    return undefined;
  }
}

/** Beckon's own writing. */
function entryOf(row: Row): LogEntry {
  const { number, at, type, session_id: sessionId, ask_id: askId, json } = row;
  const whose = { ...(sessionId !== null && { sessionId }), ...(askId !== null && { askId }) };
  return { number, at, type, ...whose, data: JSON.parse(String(json)) as object } as LogEntry;
}

function lastNumber(index: IndexFile): number {
  return kept(index)?.number ?? 0;
}

function kept(index: IndexFile): { number: number; at: number } | undefined {
  const value = index.get("SELECT value FROM meta WHERE name = 'log'")?.['value'];
  return value === undefined ? undefined : (JSON.parse(String(value)) as { number: number; at: number });
}

function keep(index: IndexFile, last: { number: number; at: number }): void {
  index.run("INSERT OR REPLACE INTO meta VALUES ('log', ?)", JSON.stringify(last));
}

/** A database that was set aside for a new one counts its entries from the first again. */
function isSameLog(index: IndexFile, read: Read): boolean {
  const last = kept(index);
  if (!last) return true;
  const [newest] = read('SELECT max(number) AS number FROM log');
  const [found] = read('SELECT at FROM log WHERE number = ?', last.number);
  return Number(newest?.['number'] ?? 0) >= last.number && (!found || found['at'] === last.at);
}

function forgetLog(index: IndexFile): void {
  index.together(() => {
    for (const { id } of index.all('SELECT id FROM docs WHERE file <= 0')) forgetDoc(index, Number(id));
    for (const table of ['asks', 'entries', 'sessions']) index.run(`DELETE FROM ${table}`);
    index.run("DELETE FROM meta WHERE name = 'log'");
  });
}

/** What the log has forgotten, because it was old, is not found any more either. */
function forgetPruned(index: IndexFile, read: Read): void {
  const before = Number(read('SELECT before FROM retention')[0]?.['before'] ?? 0);
  const gone = (rows: Row[], sql: string, column: string) =>
    rows.filter((row) => read(sql, row[column] as string | number).length === 0);
  const asks = gone(
    index.all('SELECT id, doc FROM asks WHERE at < ?', before),
    'SELECT 1 FROM asks WHERE id = ?',
    'id',
  );
  const entries = gone(
    index.all('SELECT number, doc FROM entries WHERE at < ?', before),
    'SELECT 1 FROM log WHERE number = ?',
    'number',
  );
  if (asks.length + entries.length === 0) return;
  index.together(() => {
    for (const { doc } of [...asks, ...entries]) forgetDoc(index, Number(doc));
    for (const { id } of asks) index.run('DELETE FROM asks WHERE id = ?', String(id));
    for (const { number } of entries) index.run('DELETE FROM entries WHERE number = ?', Number(number));
  });
}

function forgetDoc(index: IndexFile, id: number): void {
  index.run('DELETE FROM words WHERE rowid = ?', id);
  index.run('DELETE FROM docs WHERE id = ?', id);
}
