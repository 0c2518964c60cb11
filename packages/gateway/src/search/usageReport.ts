// What all of it has cost, added up: tokens and money by day, folder, model and session, and how long agents waited for their
// person. A message that stands in several transcripts, because its conversation was forked, counts once.
import type { LongWait, UsageQuery, UsageReport, UsageRow, WaitRow } from '@beckon/protocol';
import { titleOf } from './find.ts';
import type { IndexFile, Row } from './indexFile.ts';

const dayMs = 86_400_000;

export function usageReport(index: IndexFile, { from, to }: UsageQuery): Omit<UsageReport, 'index'> {
  const range = [startOf(from) ?? 0, (startOf(to, 1) ?? Number.MAX_SAFE_INTEGER) - 1] as const;
  const spent = new Spending();
  for (const row of index.all(tokens, ...range)) spent.add(row);
  for (const row of index.all(money, ...range)) spent.add(row);
  const bySession = most(spent.rows('session'), 100).map((row) => ({ ...row, ...titleOf(index, row.key) }));
  return {
    total: spent.total,
    byDay: spent.rows('day').toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    byFolder: most(spent.rows('folder'), 100),
    byModel: most(spent.rows('model'), 100),
    bySession,
    waits: waits(index, range),
  };
}

const tokens = `
  SELECT at, session, folders.path AS folder, models.name AS model, sum(input) AS input, sum(output) AS output,
    sum(cache_read) AS cache_read, sum(cache_write) AS cache_write, 0 AS usd,
    strftime('%Y-%m-%d', at / 1000, 'unixepoch', 'localtime') AS day
  FROM (SELECT *, min(file) FROM spent GROUP BY message) AS once
  JOIN files ON files.id = once.file
  JOIN models ON models.id = once.model
  LEFT JOIN folders ON folders.id = once.folder
  WHERE at BETWEEN ? AND ?
  GROUP BY day, session, once.folder, once.model`;

const money = `
  SELECT at, session, folders.path AS folder, models.name AS model, 0 AS input, 0 AS output, 0 AS cache_read,
    0 AS cache_write, sum(usd) AS usd, strftime('%Y-%m-%d', at / 1000, 'unixepoch', 'localtime') AS day
  FROM costs
  JOIN files ON files.id = costs.file
  JOIN models ON models.id = costs.model
  LEFT JOIN folders ON folders.id = costs.folder
  WHERE at BETWEEN ? AND ?
  GROUP BY day, session, costs.folder, costs.model`;

type Sums = Omit<UsageRow, 'key' | 'title'>;
const nothing: Sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 };

class Spending {
  total = nothing;
  readonly #by = { day: new Map<string, Sums>(), folder: new Map(), model: new Map(), session: new Map() };

  add(row: Row): void {
    const sums = {
      inputTokens: Number(row['input']),
      outputTokens: Number(row['output']),
      cacheReadTokens: Number(row['cache_read']),
      cacheWriteTokens: Number(row['cache_write']),
      costUsd: Number(row['usd']),
    };
    this.total = plus(this.total, sums);
    for (const [name, all] of Object.entries(this.#by) as [string, Map<string, Sums>][]) {
      const key = String(row[name] ?? '');
      all.set(key, plus(all.get(key) ?? nothing, sums));
    }
  }

  rows(name: 'day' | 'folder' | 'model' | 'session'): UsageRow[] {
    const all = this.#by[name] as Map<string, Sums>;
    return [...all].map(([key, sums]) => ({ key, ...sums }));
  }
}

function plus(one: Sums, other: Sums): Sums {
  const names = Object.keys(nothing) as (keyof Sums)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Sums;
}

function most(rows: UsageRow[], count: number): UsageRow[] {
  const weight = (row: UsageRow) => row.inputTokens + row.outputTokens + row.cacheReadTokens + row.cacheWriteTokens;
  return rows
    .toSorted(
      (one, other) => other.costUsd - one.costUsd || weight(other) - weight(one) || (one.key < other.key ? -1 : 1),
    )
    .slice(0, count);
}

/** Rules answer at once, and nobody waits for them. */
function waits(index: IndexFile, range: readonly [number, number]): UsageReport['waits'] {
  const from = 'FROM asks WHERE is_by_person = 1 AND answered_at >= at AND at BETWEEN ? AND ?';
  const sums = 'count(*) AS asks, sum(answered_at - at) AS waited, max(answered_at - at) AS longest';
  const hour = "CAST(strftime('%H', at / 1000, 'unixepoch', 'localtime') AS INTEGER)";
  return {
    byTool: index
      .all(`SELECT tool AS key, ${sums} ${from} GROUP BY tool ORDER BY waited DESC LIMIT 50`, ...range)
      .map(waitRow),
    byHour: index.all(`SELECT ${hour} AS key, ${sums} ${from} GROUP BY key ORDER BY key`, ...range).map(waitRow),
    longest: index
      .all(`SELECT *, answered_at - at AS waited ${from} ORDER BY waited DESC, at LIMIT 20`, ...range)
      .map(longWait),
  };
}

function waitRow(row: Row): WaitRow {
  const [asks, waitedMs, longestMs] = [Number(row['asks']), Number(row['waited']), Number(row['longest'])];
  return { key: String(row['key']), asks, waitedMs, longestMs };
}

function longWait(row: Row): LongWait {
  return {
    askId: String(row['id']),
    sessionId: String(row['session']),
    toolName: String(row['tool']),
    headline: String(row['headline']),
    at: Number(row['at']),
    waitedMs: Number(row['waited']),
  };
}

/** Midnight at the beginning of a day, so many days later, where the machine is. */
function startOf(day: string | undefined, later = 0): number | undefined {
  if (day === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(start) ? undefined : Math.max(later * dayMs, start);
}
