// Where a path points: into the session's folder, out of it, or at something that nobody should read or change unawares.
import { basename, isAbsolute, join, normalize, sep } from 'node:path';
import type { ShellWord } from './shellCommands.ts';

export interface Whereabouts {
  cwd: string;
  home: string;
}

export type Place = 'inside' | 'outside' | 'system' | 'hook' | 'nowhere' | 'open';

/** What writing there means; `open` where it is only known when it runs. */
export function placeOf(word: Pick<ShellWord, 'text' | 'isOpen' | 'variables'>, where: Whereabouts): Place {
  const path = expanded(word, where);
  if (path === undefined) return 'open';
  if (path.startsWith('/dev/') && /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/\d+)$/.test(path)) return 'nowhere';
  if (hooks.test(path)) return 'hook';
  // A session in `/` or in the home folder has the system, or one's settings, inside its own; that is no reason to be calm.
  const isGuarded = (folder: string) => isWithin(path, folder) && !isWithin(where.cwd, folder);
  const settings = settingsAround(path, where.home);
  if (systemFolders.some(isGuarded) || (settings !== undefined && isGuarded(settings))) return 'system';
  return isWithin(path, where.cwd) ? 'inside' : 'outside';
}

/** The file or folder of settings, right in the home folder, that a path leads into. */
function settingsAround(path: string, home: string): string | undefined {
  if (!isWithin(path, home)) return undefined;
  const settings = /^\/*(\.[^/]*)/.exec(path.slice(home.length))?.[1];
  return settings === undefined ? undefined : join(home, settings);
}

/** What others run when they find it. */
const hooks =
  /\/(\.git\/(hooks\/.|config$)|\.husky\/.|\.claude\/(settings[\w.]*\.json$|hooks\/.)|\.mcp\.json$|\.envrc$|\.vscode\/(tasks|settings)\.json$)/;

const systemFolders = [
  '/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/boot',
  '/lib',
  '/lib64',
  '/opt',
  '/root',
  '/dev',
  '/proc',
  '/sys',
  '/System',
  '/Library',
];

const secrets =
  /(^|\/)(\.ssh|\.aws|\.gnupg|\.kube|\.docker\/config\.json|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.config\/gh|\.beckon|\.credentials\.json|\.claude\.json|shadow|gshadow|id_(rsa|dsa|ecdsa|ed25519)|credentials|\.env(\.[\w-]+)?|[\w.-]+\.(pem|key|p12|pfx|kdbx))(\/|$)/;
const harmless = /\.(pub|example|sample|template)$|(^|\/)\.env\.(example|sample|template|dist)$/;

/** Whether a path names something that is kept secret. */
export function isSecret(text: string): boolean {
  return secrets.test(text) && !harmless.test(text);
}

function expanded(
  { text, isOpen, variables }: Pick<ShellWord, 'text' | 'isOpen' | 'variables'>,
  { cwd, home }: Whereabouts,
): string | undefined {
  const atHome = /^[~$]/.test(text) ? fromHome(text, { cwd, home }) : text;
  const isKnown = !isOpen || (atHome !== text && variables.length === 1 && !/[$`*?[{]/.test(atHome));
  if (isKnown) return isAbsolute(atHome) ? normalize(atHome) : join(cwd, atHome);
  // A pattern at the end of a known folder stays in it, unless it goes up.
  const fixed = /^([^$`*?[{]*\/)?[^/]*$/.exec(atHome);
  if (!fixed || variables.length > 0 || /[$`]/.test(atHome)) return undefined;
  const folder = fixed[1] ?? './';
  return normalize(join(isAbsolute(folder) ? folder : join(cwd, folder), basename(atHome) || '.'));
}

function fromHome(text: string, { cwd, home }: Whereabouts): string {
  return text.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home).replace(/^(\$PWD|\$\{PWD\})(?=\/|$)/, cwd);
}

function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith(sep) || path[folder.length] === sep;
}
