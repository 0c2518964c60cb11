// What a git configuration makes `git` run, `git status` for one: monitors, filters, pagers, helpers. A clone brings none of
// it, an unpacked archive may. Whatever is not known to be harmless counts.
import type { TrustItem } from '@beckon/protocol';

type Item = Omit<TrustItem, 'file'>;

export function gitConfigItems(config: string): Item[] {
  return gitConfigLines(config).map(({ key, section, text }) =>
    key === undefined && section === undefined
      ? { what: 'unreadable', name: 'git configuration', text }
      : {
          what: 'helper',
          name: `git ${[section, key].filter((part) => part !== undefined && part !== '').join('.')}`,
          text,
        },
  );
}

/** A setting that is not known to be harmless. What cannot be read for sure has no key, and may be anything. */
export interface GitConfigLine {
  section?: string;
  key?: string;
  text: string;
}

/**
 * Each line is read for itself. Where git joins two of them depends on quotes, comments and what came before: a line that may
 * go on in the next is told as one that cannot be read.
 */
export function gitConfigLines(config: string): GitConfigLine[] {
  if (isTooLong(config)) return [{ text: 'has more lines than are looked at' }];
  const lines: GitConfigLine[] = [];
  for (const { line, rest, setting, ...section } of settingsIn(config)) {
    if (lines.length >= mostLines) return [...lines, { text: 'has more such settings than are looked at' }];
    if (!setting || !isHarmless({ ...section, ...setting })) {
      const whole = [section.name, section.sub].filter((part) => part !== undefined).join('.');
      lines.push({ section: whole, ...(setting && { key: setting.key }), text: setting?.value ?? rest });
    }
    if (mayGoOn(line)) lines.push({ text: `goes on in the next line, which cannot be judged:\n${line.trim()}` });
  }
  return lines;
}

/** The values of a setting, as they are written there: quotes and comments too. */
export function gitConfigValues(config: string, name: string, key: string): string[] {
  if (isTooLong(config) || !config.toLowerCase().includes(key)) return [];
  return [...settingsIn(config)].flatMap((line) =>
    line.name === name && line.sub === undefined && line.setting?.key === key ? [line.setting.value] : [],
  );
}

interface Line extends Section {
  line: string;
  /** Without the name of a section. */
  rest: string;
  /** Absent where it is none that can be read. */
  setting: { key: string; value: string } | undefined;
}

function* settingsIn(config: string): Generator<Line> {
  let section: Section = { name: '', sub: undefined };
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\](.*)$/s.exec(line);
    if (header) section = sectionOf(header[1] ?? '', header[2]);
    const rest = (header ? (header[3] ?? '') : line).trim();
    if (rest === '' || /^[#;]/.test(rest)) continue;
    const [, key, value = ''] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(rest) ?? [];
    yield { line, rest, ...section, setting: key === undefined ? undefined : { key: key.toLowerCase(), value } };
  }
}

/** More than any that a person or a program has written, … */
const mostLines = 1000;
/** … and with those that are harmless: each branch has three. */
const mostLinesOfAll = 60_000;

function isTooLong(config: string): boolean {
  let at = -1;
  for (let count = 0; count < mostLinesOfAll; count += 1) {
    at = config.indexOf('\n', at + 1);
    if (at === -1) return false;
  }
  return true;
}

function mayGoOn(line: string): boolean {
  let backslashes = 0;
  while (line.at(-1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** An older spelling has the name of the subsection behind a dot. */
function sectionOf(name: string, quoted: string | undefined): Section {
  const [first = '', ...further] = name.toLowerCase().split('.');
  const parts = quoted === undefined ? further : [...further, quoted.replaceAll(/\\(.)/gs, '$1')];
  return { name: first, sub: parts.length > 0 ? parts.join('.') : undefined };
}

interface Section {
  name: string;
  sub: string | undefined;
}

interface Setting extends Section {
  key: string;
  value: string;
}

function isHarmless({ name, sub, key, value }: Setting): boolean {
  // Git drops quotes wherever they stand: `e"x"t::sh` is `ext::sh`.
  const unquoted = value.replaceAll('"', '').trimStart();
  if (acting.test(key) || /^'?\s*!/.test(unquoted)) return false;
  switch (name) {
    case 'core':
      return plainCore.has(key) || (key === 'fsmonitor' && /^(?:true|false)$/i.test(value));
    case 'remote':
      // `ext::…` is a command.
      return !running.has(key) && !/^'?\s*[\w+.-]+::/.test(unquoted);
    case 'filter':
      return sub === 'lfs' && lfs[key] === value;
    case 'diff':
    case 'merge':
    case 'lfs':
      return sub === undefined || (name === 'lfs' && /^https?:/.test(sub));
    default:
      return plainSections.has(name);
  }
}

/** Named for what it runs. */
const acting =
  /command|program|hook|helper|cmd|driver|external|textconv|editor|pager|askpass|proxy|agent|process(?!es)/;
const running = new Set(['uploadpack', 'receivepack', 'vcs']);
const plainCore = new Set([
  'abbrev',
  'autocrlf',
  'bare',
  'checkstat',
  'commentchar',
  'compression',
  'eol',
  'filemode',
  'ignorecase',
  'logallrefupdates',
  'longpaths',
  'precomposeunicode',
  'protecthfs',
  'protectntfs',
  'quotepath',
  'repositoryformatversion',
  'safecrlf',
  'sharedrepository',
  'sparsecheckout',
  'sparsecheckoutcone',
  'splitindex',
  'symlinks',
  'untrackedcache',
  'whitespace',
  'worktree',
]);
const plainSections = new Set([
  'advice',
  'branch',
  'color',
  'column',
  'commit',
  'extensions',
  'feature',
  'fetch',
  'gc',
  'index',
  'log',
  'maintenance',
  'pull',
  'push',
  'rebase',
  'rerere',
  'status',
  'submodule',
  'tag',
  'user',
]);
/** As `git lfs install --local` writes them. */
const lfs: Record<string, string> = {
  clean: 'git-lfs clean -- %f',
  smudge: 'git-lfs smudge -- %f',
  required: 'true',
};
