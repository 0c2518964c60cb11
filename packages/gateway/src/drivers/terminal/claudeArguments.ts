// Arguments of `claude`, read as `claude` itself reads them: what is an option and what its value, what is a command and what
// the prompt. Measured with Claude Code 2.1.325; an option that is not known here counts as one that takes no value.

/** One option with its values, or one word that is none. */
export interface ClaudeArgument {
  /** The option by its long name; absent for a word, such as the prompt. */
  option?: string;
  values: string[];
  /** As they were written. */
  words: string[];
}

export function readArguments(args: readonly string[]): ClaudeArgument[] {
  const read: ClaudeArgument[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      read.push({ values: [...rest], words: [word, ...rest] });
      break;
    }
    if (!word.startsWith('-') || word === '-') read.push({ values: [word], words: [word] });
    else read.push(readOption(word, rest));
  }
  return read;
}

/** Whether a session in a terminal comes of it. Anything else prints something, or does its work elsewhere. */
export function opensSession(args: readonly string[]): boolean {
  const read = readArguments(args);
  const [first] = read.filter(({ option, words }) => option === undefined && words[0] !== '--');
  if (first?.values[0] !== undefined && commands.has(first.values[0])) return false;
  return !read.some(({ option = '' }) => withoutSession.has(option));
}

/** Whether they say themselves which conversation it is to be. */
export function chooseConversation(args: readonly string[]): boolean {
  return readArguments(args).some(({ option = '' }) => conversationOptions.has(option));
}

/** Those that hold for another agent of the same session too: what was said once is not said again. */
export function lastingArguments(args: readonly string[]): string[] {
  const lasting = readArguments(args).filter(({ option }) => option !== undefined && !saidOnce.has(option));
  return lasting.flatMap(({ words }) => words);
}

/** The value of an option, the last where there are several, and the arguments without it. */
export function takeOption(args: readonly string[], name: string): { value: string | undefined; rest: string[] } {
  const read = readArguments(args);
  const value = read.findLast(({ option }) => option === name)?.values[0];
  return { value, rest: read.filter(({ option }) => option !== name).flatMap(({ words }) => words) };
}

/** The permission mode that they name. */
export function modeIn(args: readonly string[]): string | undefined {
  const isFree = readArguments(args).some(({ option }) => option === '--dangerously-skip-permissions');
  return isFree ? 'bypassPermissions' : takeOption(args, '--permission-mode').value;
}

function readOption(word: string, rest: string[]): ClaudeArgument {
  const [flag, attached] = split(word);
  const option = shortNames.get(flag) ?? flag;
  const takes = optionValues.get(option) ?? 'none';
  if (takes === 'none' && attached !== undefined && !word.startsWith('--')) {
    // Several short ones in one word, of which the first takes no value.
    rest.unshift(`-${attached}`);
    return { option, values: [], words: [flag] };
  }
  if (attached !== undefined) return { option, values: [attached], words: [word] };
  const values = takeValues(takes, rest);
  return { option, values, words: [word, ...values] };
}

function split(word: string): [flag: string, attached: string | undefined] {
  if (!word.startsWith('--')) return [word.slice(0, 2), word.length > 2 ? word.slice(2) : undefined];
  const equals = word.indexOf('=');
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

type Takes = 'none' | 'one' | 'maybe' | 'several';

function takeValues(takes: Takes, rest: string[]): string[] {
  if (takes === 'none') return [];
  if (takes === 'one') return rest.splice(0, 1);
  const next = rest.findIndex((word) => word.startsWith('-') && word !== '-');
  const free = next === -1 ? rest.length : next;
  return rest.splice(0, takes === 'maybe' ? Math.min(free, 1) : free);
}

const shortNames = new Map([
  ['-c', '--continue'],
  ['-d', '--debug'],
  ['-h', '--help'],
  ['-n', '--name'],
  ['-p', '--print'],
  ['-r', '--resume'],
  ['-v', '--version'],
  ['-w', '--worktree'],
]);

/** Names, with space between them. */
function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

const one = names(`
  --agent --agents --append-system-prompt --append-system-prompt-file --autocompact --debug-file --effort
  --environment --fallback-model --input-format --json-schema --max-budget-usd --max-turns --model --name
  --output-format --permission-mode --permission-prompt-tool --permission-prompts --plugin-dir --plugin-url
  --remote-control-session-name-prefix --session-id --setting-sources --settings --system-prompt
  --system-prompt-file --system-prompt-snapshot
`);
const several = names(`
  --add-dir --allowedTools --allowed-tools --betas --disallowedTools --disallowed-tools --file --mcp-config
  --tools
`);
const maybe = names(`
  --cloud --debug --from-pr --prompt-suggestions --remote-control --resume --teleport --worktree
`);
const none = names(`
  --allow-dangerously-skip-permissions --background --bare --bg --chrome --continue
  --dangerously-skip-permissions --desktop --fork-session --help --ide --no-chrome --print --safe-mode
  --strict-mcp-config --tmux --verbose --version
`);

const optionValues = new Map<string, Takes>([
  ...one.map((name): [string, Takes] => [name, 'one']),
  ...several.map((name): [string, Takes] => [name, 'several']),
  ...maybe.map((name): [string, Takes] => [name, 'maybe']),
  ...none.map((name): [string, Takes] => [name, 'none']),
]);

/** For completion. */
export const claudeOptions: readonly string[] = [...optionValues.keys()].toSorted();

export const claudeCommands: readonly string[] = names(`
  agents attach auth auto-mode config doctor gateway import install kill logs mcp plugin plugins purge respawn
  rm setup-token stop ultrareview update upgrade
`);
const commands = new Set(claudeCommands);

/** With the last two no hook runs, so that nothing of such a session could be seen or answered elsewhere. */
const withoutSession = new Set(
  names(`
    --print --help --version --background --bg --cloud --environment
    --desktop --tmux --bare --safe-mode
  `),
);

const conversationOptions = new Set(['--continue', '--from-pr', '--resume', '--session-id', '--teleport']);

const saidOnce = new Set([...conversationOptions, '--fork-session', '--name', '--worktree']);
