// What a person types into the search field, read: words, "exact phrases", -without, folder:, tool:, before:, after:, is:asked,
// is:denied. Any text can be read. What it makes no sense of it says in sentences, and nothing of it is ever an expression
// of the index.

export interface ReadQuery {
  /** Each is to be found; the last of them may be the beginning of a word. */
  terms: Term[];
  without: Term[];
  folders: string[];
  tools: string[];
  /** From this moment on, and up to but not including that one. */
  after?: number;
  before?: number;
  isAsked: boolean;
  isDenied: boolean;
  /** What is wrong with it, as sentences for its person. */
  problems: string[];
}

export interface Term {
  text: string;
  /** Also finds words that begin so. */
  isBeginning: boolean;
}

/** `now` is what “3d” is counted from. */
export function readQuery(text: string, now: number): ReadQuery {
  const query: ReadQuery = {
    terms: [],
    without: [],
    folders: [],
    tools: [],
    isAsked: false,
    isDenied: false,
    problems: [],
  };
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    const isLast = index === tokens.length - 1 && !/\s$/u.test(text);
    take(query, token, { isLast, now });
  }
  if (query.problems.length === 0 && isEmpty(query)) {
    query.problems.push(
      query.without.length > 0
        ? 'Say what to look for, too: words with a minus only take away.'
        : 'Type what to look for: a word, a “phrase”, or a filter such as tool:Bash.',
    );
  }
  return query;
}

type FilterName = 'folder' | 'tool' | 'before' | 'after' | 'is';

interface Token {
  isWithout: boolean;
  filter?: FilterName;
  value: string;
  isQuoted: boolean;
}

/** A word, a "phrase", or a filter with either; a quote that is never closed goes on to the end. */
const tokenPattern = /(-?)(?:(folder|tool|before|after|is):)?(?:["“„]([^"“”]*)["”“]?|(\S+)|(?=\s|$))/giu;

function tokensOf(text: string): Token[] {
  // A NUL would end the text for the index, and control characters are nobody's words.
  const cleaned = text.replaceAll(/\p{Cc}/gu, ' ').trim();
  const tokens: Token[] = [];
  for (const [all, minus, filter, quoted, plain] of cleaned.matchAll(tokenPattern)) {
    if (all === '') continue;
    const name = filter?.toLowerCase() as FilterName | undefined;
    tokens.push({
      isWithout: minus === '-',
      ...(name && { filter: name }),
      value: quoted ?? plain ?? '',
      isQuoted: quoted !== undefined,
    });
  }
  return tokens;
}

function take(query: ReadQuery, token: Token, { isLast, now }: { isLast: boolean; now: number }): void {
  const { filter, value, isWithout, isQuoted } = token;
  if (filter !== undefined) return takeFilter(query, { filter, value, isWithout }, now);
  if (!hasWord(value)) return;
  const isBeginning = isLast && !isQuoted && !isWithout && lastWordLength(value) > 1;
  query[isWithout ? 'without' : 'terms'].push({ text: value, isBeginning });
}

function takeFilter(
  query: ReadQuery,
  { filter, value, isWithout }: { filter: FilterName; value: string; isWithout: boolean },
  now: number,
): void {
  const said = `${filter}:${value}`;
  if (isWithout) return void query.problems.push(`“-${said}”: only words can be left out, not filters.`);
  if (value === '') return void query.problems.push(`“${filter}:” needs a value right behind it: ${examples[filter]}.`);
  switch (filter) {
    case 'folder':
      query.folders.push(value);
      return;
    case 'tool':
      if (toolToken(value) === '') query.problems.push(`“${said}”: give the name of a tool, such as tool:Bash.`);
      else query.tools.push(value);
      return;
    case 'is': {
      const what = value.toLowerCase();
      if (what === 'asked') query.isAsked = true;
      else if (what === 'denied') query.isDenied = true;
      else query.problems.push(`“${said}” is not known. There are is:asked and is:denied.`);
      return;
    }
    case 'before':
    case 'after':
      return takeMoment(query, { filter, value }, now);
  }
}

const examples: Record<FilterName, string> = {
  folder: 'folder:beckon',
  tool: 'tool:Bash',
  before: 'before:2026-11-15, or before:3d',
  after: 'after:2026-11-15, or after:3d',
  is: 'is:asked or is:denied',
};

/** `after:` a day begins with that day, `before:` a day ends where that day begins. Of several, the narrowest counts. */
function takeMoment(
  query: ReadQuery,
  { filter, value }: { filter: 'before' | 'after'; value: string },
  now: number,
): void {
  const moment = momentOf(value, now);
  if (moment === undefined) {
    query.problems.push(`“${filter}:${value}” is no day: write 2026-11-15, 2026-11, or how long ago, such as 3d.`);
  } else if (filter === 'before') query.before = Math.min(moment, query.before ?? Number.POSITIVE_INFINITY);
  else query.after = Math.max(moment, query.after ?? 0);
}

function momentOf(text: string, now: number): number | undefined {
  const ago = /^(\d{1,5})([hdwmy])$/i.exec(text);
  if (ago?.[1] && ago[2]) return Math.max(0, now - Number(ago[1]) * (unitMs[ago[2].toLowerCase()] ?? 0));
  const day = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!day) return undefined;
  const [year, month, date] = [Number(day[1]), Number(day[2] ?? 1), Number(day[3] ?? 1)];
  const moment = new Date(year, month - 1, date);
  // The 31st of June would be read as the 1st of July.
  const isReal = moment.getMonth() === month - 1 && moment.getDate() === date && year >= 1970;
  return isReal ? Math.max(0, moment.getTime()) : undefined;
}

const dayMs = 86_400_000;
const unitMs: Record<string, number> = { h: 3_600_000, d: dayMs, w: 7 * dayMs, m: 30 * dayMs, y: 365 * dayMs };

function isEmpty({ terms, folders, tools, before, after, isAsked, isDenied }: ReadQuery): boolean {
  const hasFilter = folders.length > 0 || tools.length > 0 || before !== undefined || after !== undefined;
  return terms.length === 0 && !hasFilter && !isAsked && !isDenied;
}

/** Whether the index has anything to hold against it: it knows letters and digits. */
function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function lastWordLength(text: string): number {
  return /[\p{L}\p{N}]*$/u.exec(text)?.[0].length ?? 0;
}

/** A tool's name as the index knows it: `mcp__server__tool` is one word there. */
export function toolToken(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
