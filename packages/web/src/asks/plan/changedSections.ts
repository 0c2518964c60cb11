// What differs between two plans, as sections: lines that change with a few around them, and how many lines lie between.
import { linesOf } from '@beckon/protocol';
import { compare } from '../../tools/compare.ts';

interface ChangedSection {
  before: string;
  after: string;
  /** Lines that are the same in both plans, between this section and the one before it. */
  skipped: number;
}

export interface PlanChange {
  added: number;
  removed: number;
  sections: ChangedSection[];
  /** Lines that are the same in both plans, after the last section. */
  skippedAtEnd: number;
}

const linesAround = 2;

/** Undefined where the two are too long to be compared. */
export function planChange(before: string, after: string): PlanChange | undefined {
  const rows = compare(ended(before), ended(after));
  if (!rows) return undefined;
  const isNear = rows.map((_, index) =>
    rows.slice(Math.max(0, index - linesAround), index + linesAround + 1).some(({ kind }) => kind !== 'same'),
  );
  const sections: ChangedSection[] = [];
  let skipped = 0;
  for (const [index, { kind, text }] of rows.entries()) {
    if (!isNear[index]) {
      skipped += 1;
      continue;
    }
    if (skipped > 0 || sections.length === 0) sections.push({ before: '', after: '', skipped });
    skipped = 0;
    const section = sections.at(-1);
    if (section && kind !== 'added') section.before += `${text}\n`;
    if (section && kind !== 'removed') section.after += `${text}\n`;
  }
  const count = (wanted: string) => rows.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed'), sections, skippedAtEnd: skipped };
}

/** A line break more or less at the end changes no plan. */
function ended(text: string): string {
  const lines = linesOf(text);
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)).join('');
}
