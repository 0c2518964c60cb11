// Which lines of a text change, without a look for the smallest change: lines that stand once in both, in the same order, are
// taken to be the same ones, and what lies between them has changed. The work grows with the number of lines.

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
  return within(
    { before, after },
    { before: { start: 0, end: before.length }, after: { start: 0, end: after.length } },
  );
}

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
}

function within(texts: Texts, place: ChangedLines, depth = 0): ChangedLines[] {
  const trimmed = withoutSameEnds(texts, place);
  const { before, after } = trimmed;
  if (before.start === before.end && after.start === after.end) return [];
  if (before.start === before.end || after.start === after.end) return [trimmed];
  const anchors = depth < deepest ? inOrder(linesOnceInBoth(texts, trimmed)) : [];
  if (anchors.length === 0) return [trimmed];
  const changes: ChangedLines[] = [];
  let [beforeStart, afterStart] = [before.start, after.start];
  for (const [beforeEnd, afterEnd] of [...anchors, [before.end, after.end] as const]) {
    const between = { before: { start: beforeStart, end: beforeEnd }, after: { start: afterStart, end: afterEnd } };
    changes.push(...within(texts, between, depth + 1));
    [beforeStart, afterStart] = [beforeEnd + 1, afterEnd + 1];
  }
  return changes;
}

/** Texts that are not made for it come to their end long before. */
const deepest = 50;

function withoutSameEnds({ before, after }: Texts, place: ChangedLines): ChangedLines {
  const [old, now] = [{ ...place.before }, { ...place.after }];
  while (old.start < old.end && now.start < now.end && before[old.start] === after[now.start]) {
    old.start += 1;
    now.start += 1;
  }
  while (old.start < old.end && now.start < now.end && before[old.end - 1] === after[now.end - 1]) {
    old.end -= 1;
    now.end -= 1;
  }
  return { before: old, after: now };
}

type Anchor = readonly [before: number, after: number];

/** In the order of the text before. */
function linesOnceInBoth({ before, after }: Texts, place: ChangedLines): Anchor[] {
  const old = placesOfUnique(before, place.before);
  const now = placesOfUnique(after, place.after);
  return [...old].flatMap(([line, at]) => {
    const there = now.get(line);
    return there === undefined ? [] : [[at, there] as const];
  });
}

function placesOfUnique(lines: readonly string[], { start, end }: Range): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? '';
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The most of them that stand in the same order in both. */
function inOrder(anchors: readonly Anchor[]): Anchor[] {
  /** By length, the last of a row of that many that ends earliest in the text after. */
  const ends: Link[] = [];
  for (const anchor of anchors) {
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
