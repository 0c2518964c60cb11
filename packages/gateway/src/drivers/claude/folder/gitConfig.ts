// What a git configuration makes `git` run, `git status` for one: monitors, filters, pagers, helpers. A clone brings none of
// it, an unpacked archive may. Whatever is not known to be harmless counts.
import type { TrustItem } from '@beckon/protocol';

type Item = Omit<TrustItem, 'file'>;

export function gitConfigItems(config: string): Item[] {
  const items: Item[] = [];
  let section = { name: '', sub: undefined as string | undefined };
  // A line that ends in a backslash goes on in the next.
  for (const line of config.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\](.*)$/.exec(line);
    if (header) section = sectionOf(header[1] ?? '', header[2]);
    const rest = (header ? (header[3] ?? '') : line).trim();
    if (rest === '' || /^[#;]/.test(rest)) continue;
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    const key = setting?.[1]?.toLowerCase() ?? '';
    const value = setting?.[2] ?? '';
    if (setting && isHarmless({ ...section, key, value })) continue;
    const name = [section.name, section.sub, key].filter((part) => part !== undefined && part !== '').join('.');
    items.push({ what: 'helper', name: `git ${name}`, text: setting ? value : rest });
  }
  return items;
}

/** An older spelling has the name of the subsection behind a dot. */
function sectionOf(name: string, sub: string | undefined): { name: string; sub: string | undefined } {
  const [first = '', ...further] = name.toLowerCase().split('.');
  return { name: first, sub: sub ?? (further.length > 0 ? further.join('.') : undefined) };
}

interface Setting {
  name: string;
  sub: string | undefined;
  key: string;
  value: string;
}

function isHarmless({ name, sub, key, value }: Setting): boolean {
  if (acting.test(key) || /^["'\s]*!/.test(value)) return false;
  switch (name) {
    case 'core':
      return plainCore.has(key) || (key === 'fsmonitor' && /^(?:true|false)$/i.test(value));
    case 'remote':
      // `ext::…` is a command.
      return !running.has(key) && !/^["'\s]*[\w+.-]+::/.test(value);
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
