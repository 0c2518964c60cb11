// Which lines of a text change, without a look for the smallest change: lines that stand once in both, in the same order, are
// taken to be the same ones, and what lies between them has changed. The work grows with the number of lines, up to a limit:
// from there on, all that is left to compare counts as changed.
import type { Steps } from './steps.ts';
import { finish } from './steps.ts';

/** Lines from `start` up to `end`, counted from 0. */
interface Range {
  start: number;
  end: number;
}

export interface ChangedLines {
  before: Range;
  after: Range;
}

export function changedLines(before: readonly string[], after: readonly string[]): ChangedLines[] {
  return finish(changedLinesInSteps(before, after, mostAtOnce));
}

/** So many lines are held against each other, those counted twice that are twice. It takes less than a tenth of a second. */
const mostAtOnce = 120_000;
/** Where others get their turn meanwhile. */
const mostInSteps = 10_000_000;

/** The same of texts that may be so long that others must get their turn meanwhile. */
export function* changedLinesInSteps(
  before: readonly string[],
  after: readonly string[],
  left = mostInSteps,
): Steps<ChangedLines[]> {
  const changes: ChangedLines[] = [];
  const all = { before: { start: 0, end: before.length }, after: { start: 0, end: after.length } };
  yield* within({ before, after, changes, left }, all);
  return changes;
}

/** How many lines are looked at in a step. */
const stepLines = 512;

/** Added and removed lines together, of which the smallest change is looked for. */
export const mostSought = 500;

/** Whether there may be so few changes that looking for the smallest change is little work. */
export function mayBeSmall(before: readonly string[], after: readonly string[]): boolean {
  return leastChanges(before, after) <= mostSought;
}

/** How many lines one of them has and the other has not. That is quickly counted, and there are no fewer changes. */
function leastChanges(before: readonly string[], after: readonly string[]): number {
  const surplus = new Map<string, number>();
  for (const line of before) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of after) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

interface Texts {
  before: readonly string[];
  after: readonly string[];
  /** What has been found so far, in the order of the text. */
  changes: ChangedLines[];
  /** How many lines may still be compared. */
  left: number;
}

function* within(texts: Texts, place: ChangedLines, depth = 0): Steps<void> {
  const trimmed = yield* withoutSameEnds(texts, place);
  const { before, after } = trimmed;
  if (isEmpty(before) && isEmpty(after)) return;
  const isOneSided = isEmpty(before) || isEmpty(after);
  if (!isOneSided) texts.left -= before.end - before.start + after.end - after.start;
  const isOver = isOneSided || depth >= deepest || texts.left < 0;
  const anchors = isOver ? [] : yield* inOrder(yield* linesOnceInBoth(texts, trimmed));
  if (anchors.length === 0) {
    texts.changes.push(trimmed);
    return;
  }
  let [beforeStart, afterStart] = [before.start, after.start];
  for (let index = 0; index <= anchors.length; index++) {
    if (index % stepLines === 0) yield;
    const [beforeEnd, afterEnd] = anchors[index] ?? [before.end, after.end];
    const between = { before: { start: beforeStart, end: beforeEnd }, after: { start: afterStart, end: afterEnd } };
    if (!isEmpty(between.before) || !isEmpty(between.after)) yield* within(texts, between, depth + 1);
    [beforeStart, afterStart] = [beforeEnd + 1, afterEnd + 1];
  }
}

function isEmpty({ start, end }: Range): boolean {
  return start === end;
}

/** Texts that are not made for it come to their end long before. */
const deepest = 50;

function* withoutSameEnds({ before, after }: Texts, place: ChangedLines): Steps<ChangedLines> {
  const [old, now] = [{ ...place.before }, { ...place.after }];
  while (old.start < old.end && now.start < now.end && before[old.start] === after[now.start]) {
    if (old.start % stepLines === 0) yield;
    old.start += 1;
    now.start += 1;
  }
  while (old.start < old.end && now.start < now.end && before[old.end - 1] === after[now.end - 1]) {
    if (old.end % stepLines === 0) yield;
    old.end -= 1;
    now.end -= 1;
  }
  return { before: old, after: now };
}

type Anchor = readonly [before: number, after: number];

/** In the order of the text before. */
function* linesOnceInBoth({ before, after }: Texts, place: ChangedLines): Steps<Anchor[]> {
  const old = yield* placesOfUnique(before, place.before);
  const now = yield* placesOfUnique(after, place.after);
  const anchors: Anchor[] = [];
  let looked = 0;
  for (const [line, at] of old) {
    if (looked++ % stepLines === 0) yield;
    const there = now.get(line);
    if (at !== repeated && there !== undefined && there !== repeated) anchors.push([at, there]);
  }
  return anchors;
}

/** In place of the place of a line that stands there more than once. */
const repeated = -1;

function* placesOfUnique(lines: readonly string[], { start, end }: Range): Steps<Map<string, number>> {
  const places = new Map<string, number>();
  for (let at = start; at < end; at++) {
    if (at % stepLines === 0) yield;
    const line = lines[at] ?? '';
    places.set(line, places.has(line) ? repeated : at);
  }
  return places;
}

/** The most of them that stand in the same order in both. */
function* inOrder(anchors: readonly Anchor[]): Steps<Anchor[]> {
  /** By length, the last of a row of that many that ends earliest in the text after. */
  const ends: Link[] = [];
  for (const [index, anchor] of anchors.entries()) {
    if (index % stepLines === 0) yield;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle]?.anchor[1] ?? 0) < anchor[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { anchor, previous: ends[low - 1] };
  }
  const row: Anchor[] = [];
  for (let link = ends.at(-1); link; link = link.previous) row.push(link.anchor);
  return row.toReversed();
}

interface Link {
  anchor: Anchor;
  previous: Link | undefined;
}
