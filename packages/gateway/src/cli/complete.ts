// What the word at the cursor may become: a command, an option or one of its values, or something that runs right now. One a
// line, with a tab and some words about it.
import type { Argument, Command, Option } from 'commander';
import { claudeCommands, claudeOptions } from '../drivers/terminal/claudeArguments.ts';
import { textLine } from './lines.ts';

interface Candidate {
  word: string;
  text: string;
}

/** `words` are all after `beckon`, up to the cursor; the last is the one to complete, and may be empty. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const current = words.at(-1) ?? '';
  const candidates = await candidatesFor(program, words.slice(0, -1), current);
  for (const { word, text } of candidates) {
    if (word.startsWith(current)) process.stdout.write(`${word}\t${textLine(text)}\n`);
  }
}

async function candidatesFor(program: Command, before: readonly string[], current: string): Promise<Candidate[]> {
  if (before[0] === 'claude') return forClaude(before.slice(1), current);
  const { command, rest } = descend(program, before);
  const previous = rest.at(-1);
  const pending = command.options.find((option) => option.required && isNamed(option, previous));
  if (pending) return valuesOf(pending);
  if (current.startsWith('-')) return command.options.filter((option) => !option.hidden).flatMap(optionCandidates);
  const subcommands = command.commands.filter((each) => !isHidden(each) && rest.length === 0);
  if (subcommands.length > 0) return subcommands.map((each) => ({ word: each.name(), text: each.description() }));
  if (command.parent?.name() === 'settings') return settingCandidates(argumentAt(command, rest), rest);
  return argumentCandidates(argumentAt(command, rest), stateDirOf(command, rest));
}

/** The command that the words name, and those that come after its name. */
function descend(program: Command, words: readonly string[]): { command: Command; rest: string[] } {
  let command = program;
  let rest = [...words];
  for (;;) {
    const inner = command.commands.find((each) => each.name() === rest[0]);
    if (!inner) return { command, rest };
    command = inner;
    rest = rest.slice(1);
  }
}

/** The parser does not tell which commands it hides; there is one. */
function isHidden(command: Command): boolean {
  return command.name() === 'complete';
}

function isNamed({ short, long }: Option, word: string | undefined): boolean {
  return word !== undefined && (word === long || word === short);
}

function optionCandidates({ long, description }: Option): Candidate[] {
  return long === undefined ? [] : [{ word: long, text: description }];
}

function valuesOf({ argChoices }: Option): Candidate[] {
  return (argChoices ?? []).map((word) => ({ word, text: '' }));
}

/** The argument in whose place the cursor is. */
function argumentAt(command: Command, rest: readonly string[]): Argument | undefined {
  const operands = rest.filter((word, index) => {
    const takesThis = command.options.some((option) => option.required && isNamed(option, rest[index - 1]));
    return !word.startsWith('-') && !takesThis;
  });
  const all = command.registeredArguments;
  return all[operands.length] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
}

function stateDirOf(command: Command, rest: readonly string[]): string | undefined {
  if (!command.options.some(({ long }) => long === '--state-dir')) return undefined;
  const index = rest.indexOf('--state-dir');
  return index === -1 ? undefined : rest[index + 1];
}

async function argumentCandidates(argument: Argument | undefined, stateDir: string | undefined): Promise<Candidate[]> {
  switch (argument?.name()) {
    case 'session':
      return sessionCandidates(stateDir);
    case 'ask':
      return askCandidates(stateDir);
    case 'query':
      return searchFilters.map((word) => ({ word, text: '' }));
    case 'answer':
      return ['approve', 'deny', 'without-settings'].map((word) => ({ word, text: '' }));
    case 'shell':
      return ['bash', 'zsh', 'fish'].map((word) => ({ word, text: '' }));
    default:
      return [];
  }
}

/** The names of settings, and what the one that is named may be. */
async function settingCandidates(argument: Argument | undefined, rest: readonly string[]): Promise<Candidate[]> {
  const [{ SettingName }, { valuesOf: valuesOfSetting }] = await Promise.all([
    import('@beckon/protocol'),
    import('./settings.ts'),
  ]);
  const words = argument?.name() === 'name' ? SettingName.options : argument ? valuesOfSetting(rest[0] ?? '') : [];
  return words.map((word) => ({ word, text: '' }));
}

/** What narrows a search. */
const searchFilters = ['folder:', 'tool:', 'before:', 'after:', 'is:asked', 'is:denied'];

async function forClaude(before: readonly string[], current: string): Promise<Candidate[]> {
  const named = (words: readonly string[]) => words.map((word) => ({ word, text: '' }));
  if (current.startsWith('-')) return named(claudeOptions);
  const previous = before.at(-1);
  if (previous === '--resume' || previous === '-r') return sessionCandidates(undefined, 'whole');
  return before.length === 0 ? named(claudeCommands) : [];
}

async function sessionCandidates(stateDir: string | undefined, length?: 'whole'): Promise<Candidate[]> {
  const gateway = await runningGateway(stateDir);
  const { sessions } = (await gateway?.listSessions({ limit: 50 })) ?? { sessions: [] };
  return sessions.map(({ id, title, conversationId }) => ({
    word: length === 'whole' ? (conversationId ?? id) : id.slice(0, 8),
    text: title,
  }));
}

async function askCandidates(stateDir: string | undefined): Promise<Candidate[]> {
  const gateway = await runningGateway(stateDir);
  const { headline } = await import('@beckon/protocol');
  const { asks } = (await gateway?.listAsks()) ?? { asks: [] };
  return asks.map((ask) => ({ word: ask.id.slice(0, 8), text: headline(ask) }));
}

/** Nobody who presses Tab wants to read why there is none. */
async function runningGateway(stateDir: string | undefined) {
  const [{ gatewayOn }, { defaultStateDir }, { resolve }] = await Promise.all([
    import('./connect.ts'),
    import('./defaultStateDir.ts'),
    import('node:path'),
  ]);
  return gatewayOn(resolve(stateDir ?? (process.env['BECKON_STATE_DIR'] || defaultStateDir))).catch(() => undefined);
}
