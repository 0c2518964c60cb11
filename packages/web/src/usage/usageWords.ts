// Amounts as people read them, and as a spreadsheet does.
import type { UsageReport, UsageRow } from '@beckon/protocol';
import { duration } from '../text/words.ts';

export type Measure = 'tokens' | 'cost';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function amountWords(value: number, measure: Measure): string {
  if (measure === 'tokens') return `${compact.format(value)} tokens`;
  return value > 0 && value < 0.01 ? '< $0.01' : `$${value.toFixed(2)}`;
}

export function waitWords(ms: number): string {
  const hours = ms / 3_600_000;
  return hours >= 2 ? `${compact.format(hours)} h` : duration(ms);
}

export function allTokens(row: Omit<UsageRow, 'key' | 'title' | 'costUsd'>): number {
  return row.inputTokens + row.outputTokens + row.cacheReadTokens + row.cacheWriteTokens;
}

/** One line for each day, folder, model and session, and for each tool and hour that was waited for. */
export function usageCsv({ byDay, byFolder, byModel, bySession, waits }: UsageReport): string {
  const head = 'by,key,title,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,cost_usd,asks,waited_ms';
  const spent = Object.entries({ day: byDay, folder: byFolder, model: byModel, session: bySession }).flatMap(
    ([by, rows]) =>
      rows.map((row) => [
        by,
        row.key,
        row.title ?? '',
        row.inputTokens,
        row.outputTokens,
        row.cacheReadTokens,
        row.cacheWriteTokens,
        row.costUsd,
        '',
        '',
      ]),
  );
  const waited = Object.entries({ tool: waits.byTool, hour: waits.byHour }).flatMap(([by, rows]) =>
    rows.map(({ key, asks, waitedMs }) => [by, key, '', '', '', '', '', '', asks, waitedMs]),
  );
  return `${[head, ...[...spent, ...waited].map((row) => row.map(cell).join(','))].join('\r\n')}\r\n`;
}

/** A title that begins like a formula would be run as one by a spreadsheet. */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
