// What was read and is not in the index yet. It is written in one go, together with how far its files have been read: a process
// that is killed leaves all of a batch or nothing, and the next one goes on from there.
import type { Usage } from '@beckon/protocol';
import { facets } from './expression.ts';
import type { IndexFile } from './indexFile.ts';
import type { LineDoc } from './lineDocs.ts';
import { firstAt, numberOf, placesFor } from './numbers.ts';
import type { Costs } from './spendingOf.ts';

/** What is known of a file in between two readings. */
export interface FileState {
  /** When its last line with a time was written. */
  at: number;
  cwd?: string;
  firstPrompt?: string;
  agentTitle?: string;
  givenTitle?: string;
  /** As said last. */
  costs: Costs;
}

export interface FileProgress {
  id: number;
  inode: number;
  size: number;
  mtimeMs: number;
  offset: number;
  mark: string;
  skipped: number;
  state: FileState;
}

export interface PlacedDoc extends LineDoc {
  file: number;
  at: number;
  cwd: string | undefined;
  offset: number;
  size: number;
  part: number;
}

interface Spending {
  file: number;
  at: number;
  cwd: string | undefined;
}

export class Batch {
  readonly #index: IndexFile;
  #docs: PlacedDoc[] = [];
  #textLength = 0;
  readonly #spent = new Map<string, Spending & { message: number; model: string; usage: Usage }>();
  #costs: (Spending & { costs: Costs })[] = [];
  readonly #files = new Map<number, FileProgress>();
  /** Files that are not what they were: all of theirs goes first. */
  readonly #anew = new Set<number>();
  readonly #folders: NumberedNames;
  readonly #models: NumberedNames;

  readonly #mostText: number;

  constructor(index: IndexFile, mostText = 2_000_000) {
    this.#index = index;
    this.#mostText = mostText;
    this.#folders = new NumberedNames(index, 'folders', 'path');
    this.#models = new NumberedNames(index, 'models', 'name');
  }

  get isFull(): boolean {
    return this.#textLength > this.#mostText || this.#docs.length > mostDocs;
  }

  begins(fileId: number): void {
    this.#anew.add(fileId);
  }

  add(doc: PlacedDoc): void {
    this.#docs.push({ ...doc, text: apart(doc.text) });
    this.#textLength += doc.text.length;
  }

  spent(what: Spending & { messageId: string; model: string; usage: Usage }): void {
    const message = numberOf(what.messageId);
    this.#spent.set(`${what.file} ${message}`, { ...what, message });
  }

  cost(what: Spending & { costs: Costs }): void {
    this.#costs.push(what);
  }

  progress(file: FileProgress): void {
    this.#files.set(file.id, file);
  }

  write(): void {
    if (this.#files.size === 0) return;
    this.#index.together(() => {
      for (const id of this.#anew) forgetContent(this.#index, id);
      this.#writeDocs();
      this.#writeSpending();
      for (const file of this.#files.values()) this.#writeFile(file);
    });
    this.#docs = [];
    this.#costs = [];
    this.#textLength = 0;
    for (const gathered of [this.#spent, this.#files, this.#anew]) gathered.clear();
  }

  /** The words in the order of their numbers: the index takes them up at once then. */
  #writeDocs(): void {
    const numbered = this.#docs.map((doc) => {
      const { file, offset, size, part, kind, toolCallId, cwd } = doc;
      const folder = this.#folders.number(cwd);
      const call = kind === 'call' && toolCallId !== undefined ? numberOf(toolCallId) : null;
      const wanted = firstAt(doc.at) + ((file * 977 + offset + part) % 4096);
      return { doc, folder, id: insertDoc(this.#index, wanted, [file, offset, size, part, folder, call]) };
    });
    for (const { doc, folder, id } of numbered.toSorted((one, other) => one.id - other.id)) {
      const filed = [
        ...(folder === null ? [] : [facets.folder(folder)]),
        ...(doc.toolName === undefined ? [] : [facets.tool(doc.toolName)]),
      ];
      this.#index.run('INSERT INTO words (rowid, text, facets) VALUES (?, ?, ?)', id, doc.text, filed.join(' '));
    }
  }

  #writeSpending(): void {
    for (const { file, message, at, cwd, model, usage } of this.#spent.values()) {
      this.#index.run(
        'INSERT OR REPLACE INTO spent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        message,
        file,
        at,
        this.#folders.number(cwd),
        this.#models.number(model) ?? 0,
        usage.inputTokens,
        usage.outputTokens,
        usage.cacheReadTokens,
        usage.cacheWriteTokens,
      );
    }
    for (const { file, at, cwd, costs } of this.#costs) {
      for (const [model, usd] of Object.entries(costs)) {
        const [folder, modelId] = [this.#folders.number(cwd), this.#models.number(model) ?? 0];
        this.#index.run('INSERT INTO costs VALUES (?, ?, ?, ?, ?)', file, at, folder, modelId, usd);
      }
    }
  }

  #writeFile({ id, inode, size, mtimeMs, offset, mark, skipped, state }: FileProgress): void {
    this.#index.run(
      'UPDATE files SET inode = ?, size = ?, mtime = ?, offset = ?, mark = ?, skipped = ?, state = ? WHERE id = ?',
      inode,
      size,
      mtimeMs,
      offset,
      mark,
      skipped,
      JSON.stringify(state),
      id,
    );
  }
}

const mostDocs = 5000;

/** A piece of a string holds on to all of it: without this, a batch would hold on to every line that it has pieces of. */
function apart(text: string): string {
  return Buffer.from(text).toString();
}

/** Takes the number, or another that is free. */
export function insertDoc(index: IndexFile, wanted: number, values: (number | null)[]): number {
  for (const id of placesFor(wanted)) {
    const { changes } = index.run('INSERT OR IGNORE INTO docs VALUES (?, ?, ?, ?, ?, ?, ?)', id, ...values);
    if (Number(changes) > 0) return id;
  }
  throw new Error('there is always another number');
}

/** All that the index has of a file but the file's own row. */
export function forgetContent(index: IndexFile, fileId: number): void {
  for (const { id } of index.all('SELECT id FROM docs WHERE file = ?', fileId)) {
    index.run('DELETE FROM words WHERE rowid = ?', Number(id));
  }
  for (const table of ['docs', 'spent', 'costs']) index.run(`DELETE FROM ${table} WHERE file = ?`, fileId);
}

/** Long names that come again and again. */
export class NumberedNames {
  readonly #index: IndexFile;
  readonly #sql: { select: string; insert: string };
  readonly #known = new Map<string, number>();

  constructor(index: IndexFile, table: 'folders' | 'models', column: 'path' | 'name') {
    this.#index = index;
    this.#sql = {
      select: `SELECT id FROM ${table} WHERE ${column} = ?`,
      insert: `INSERT INTO ${table} (${column}) VALUES (?)`,
    };
  }

  number(name: string | undefined): number | null {
    if (name === undefined) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#index.get(this.#sql.select, name)?.['id'];
    const id = Number(found ?? this.#index.run(this.#sql.insert, name).lastInsertRowid);
    // A transaction that is undone takes what was numbered in it with it: only what was there before is remembered.
    if (found !== undefined) this.#known.set(name, id);
    return id;
  }
}
