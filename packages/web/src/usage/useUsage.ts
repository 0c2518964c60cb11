// What was spent in a span of days, asked for again while the gateway is still adding up.
import type { UsageReport, UsageRow } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export const ranges = [
  { value: '7', name: 'The last 7 days' },
  { value: '30', name: 'The last 30 days' },
  { value: '90', name: 'The last 90 days' },
  { value: 'all', name: 'All time' },
] as const;
export type RangeName = (typeof ranges)[number]['value'];

const againMs = 1000;

export function useUsage(range: RangeName): { report: UsageReport | undefined; error: BeckonError | undefined } {
  const { transport } = useBeckon();
  const [report, setReport] = useState<UsageReport>();
  const [error, setError] = useState<BeckonError>();
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const found = await transport.getUsage(range === 'all' ? {} : { from: dayAgo(Number(range) - 1) });
        if (!isWanted) return;
        setReport(found);
        setError(undefined);
        if (found.index.isBusy) timer = setTimeout(() => void ask(), againMs);
      } catch (thrown) {
        if (!isWanted) return;
        setReport(undefined);
        setError(BeckonError.from(thrown));
      }
    };
    void ask();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [transport, range]);
  return { report, error };
}

/** Every day of the span, also those on which nothing was spent. */
export function daysOf(rows: UsageRow[], range: RangeName): { day: string; row: UsageRow | undefined }[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  const first = range === 'all' ? rows[0]?.key : dayAgo(Number(range) - 1);
  if (first === undefined) return [];
  const days: { day: string; row: UsageRow | undefined }[] = [];
  const last = dayAgo(0);
  for (const date = new Date(`${first}T12:00`); days.length < mostDays; date.setDate(date.getDate() + 1)) {
    const day = dayOf(date);
    if (day > last) break;
    days.push({ day, row: known.get(day) });
  }
  return days;
}

const mostDays = 1500;

function dayAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return dayOf(date);
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
