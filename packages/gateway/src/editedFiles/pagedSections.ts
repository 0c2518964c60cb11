// What changes between two long texts, in sections that are each small enough to be drawn at once, and those in pages.
import type { ChangedLines, ChangeSize, FileSection, Steps } from '@beckon/protocol';
import { changedLinesInSteps } from '@beckon/protocol';
import { changeSize } from './changeSize.ts';

export interface PagedSections {
  pages: FileSection[][];
  lines: ChangeSize;
}

const pageBytes = 48 * 1024;
/** Of a section, on each side, without the lines around it; the characters are those of both. */
const most = { lines: 30, characters: 3 * 1024 };
/** More than this in a line is nothing that anybody compares by lines. */
const longestLine = 16 * 1024;
const mostLines = 1_000_000;
const contextLines = 3;
/** A longer one is no help around a change. */
const longestContextLine = 500;

/** Undefined where there is too much to be compared, or too much in a line. */
export function* pagedSections(before: string, after: string): Steps<PagedSections | undefined> {
  const old = yield* splitLines(before);
  const now = yield* splitLines(after);
  if (old.length + now.length > mostLines) return undefined;
  const texts = { old, now };
  const spans = yield* spansOf(texts, yield* changedLinesInSteps(old, now));
  const pages: FileSection[][] = [];
  const lines = { added: 0, removed: 0 };
  let room = 0;
  for (const span of spans) {
    yield;
    if (longestOf(texts, span) > longestLine) return undefined;
    const section = sectionOf(texts, span);
    const bytes = Buffer.byteLength(section.before) + Buffer.byteLength(section.after);
    if (bytes > room) {
      pages.push([]);
      room = pageBytes;
    }
    room -= bytes;
    pages.at(-1)?.push(section);
    const { added, removed } = changeSize([section]);
    lines.added += added;
    lines.removed += removed;
  }
  return { pages, lines };
}

interface Texts {
  old: string[];
  now: string[];
}

const linesInStep = 512;

/** Each with its line end. */
function* splitLines(text: string): Steps<string[]> {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length <= mostLines;) {
    if (lines.length % linesInStep === 0) yield;
    const end = text.indexOf('\n', at) + 1;
    lines.push(text.slice(at, end || text.length));
    at = end || text.length;
  }
  return lines;
}

/** A change, with how many lines above and below it are shown with it. */
interface Span extends ChangedLines {
  above: number;
  below: number;
}

function* spansOf(texts: Texts, changes: readonly ChangedLines[]): Steps<Span[]> {
  const joined: ChangedLines[] = [];
  for (const change of changes) {
    for (const part of partsOf(texts, change)) {
      yield;
      const last = joined.at(-1);
      const both = last && {
        before: { start: last.before.start, end: part.before.end },
        after: { start: last.after.start, end: part.after.end },
      };
      const isNear = last && part.before.start - last.before.end <= 2 * contextLines;
      if (both && isNear && fits(texts, both)) joined[joined.length - 1] = both;
      else joined.push(part);
    }
  }
  // No line is shown twice.
  let shownTo = 0;
  const spans: Span[] = [];
  for (const [index, span] of joined.entries()) {
    if (index % linesInStep === 0) yield;
    const { start, end } = span.before;
    const next = joined[index + 1]?.before.start ?? texts.old.length;
    const above = context(start - shownTo, (distance) => texts.old[start - 1 - distance]);
    const below = context(next - end, (distance) => texts.old[end + distance]);
    shownTo = end + below;
    spans.push({ ...span, above, below });
  }
  return spans;
}

/** How many of the lines from here on, of so many that there are, are shown. */
function context(room: number, lineAt: (distance: number) => string | undefined): number {
  let count = 0;
  while (count < Math.min(room, contextLines) && (lineAt(count)?.length ?? 0) <= longestContextLine) count += 1;
  return count;
}

/** A long change in several: what goes beside what comes, line by line, for as long as there are both. */
function* partsOf({ old, now }: Texts, { before, after }: ChangedLines): Generator<ChangedLines> {
  let [oldStart, nowStart] = [before.start, after.start];
  while (oldStart < before.end || nowStart < after.end) {
    let [oldEnd, nowEnd, size] = [oldStart, nowStart, 0];
    for (let count = 0; count < most.lines && (count === 0 || size < most.characters); count++) {
      if (oldEnd < before.end) size += old[oldEnd++]?.length ?? 0;
      if (nowEnd < after.end) size += now[nowEnd++]?.length ?? 0;
    }
    yield { before: { start: oldStart, end: oldEnd }, after: { start: nowStart, end: nowEnd } };
    [oldStart, nowStart] = [oldEnd, nowEnd];
  }
}

function fits({ old, now }: Texts, { before, after }: ChangedLines): boolean {
  if (before.end - before.start > most.lines || after.end - after.start > most.lines) return false;
  const length = (lines: string[], { start, end }: ChangedLines['before']) =>
    lines.slice(start, end).reduce((sum, line) => sum + line.length, 0);
  return length(old, before) + length(now, after) <= most.characters;
}

function longestOf({ old, now }: Texts, { before, after }: ChangedLines): number {
  const lines = [...old.slice(before.start, before.end), ...now.slice(after.start, after.end)];
  return lines.reduce((longest, { length }) => Math.max(longest, length), 0);
}

function sectionOf({ old, now }: Texts, { before, after, above, below }: Span): FileSection {
  return {
    line: before.start - above + 1,
    before: old.slice(before.start - above, before.end + below).join(''),
    after: now.slice(after.start - above, after.end + below).join(''),
  };
}
