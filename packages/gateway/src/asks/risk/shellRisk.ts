// What a shell command could do, by taking it apart. What cannot be taken apart counts as dangerous: a disguise must never
// look safer than what it hides.
import { basename } from 'node:path';
import { isDisguised } from '@beckon/protocol';
import { Effort } from './effort.ts';
import type { FindingCode } from './findings.ts';
import type { Place, Whereabouts } from './places.ts';
import { isSecret, placeOf } from './places.ts';
import { findingsOf } from './programs.ts';
import type { ShellCommand, ShellWord } from './shellCommands.ts';
import { takeApart } from './shellCommands.ts';
import { insideOf, shells } from './wrappers.ts';
import { writtenBy } from './writes.ts';

/** Longer than anyone reads, and long enough to take time. */
const longestText = 256 * 1024;
const deepest = 12;

export function shellFindings(source: string, where: Whereabouts): FindingCode[] {
  return textFindings(source, { where, depth: 0, effort: new Effort(source.length) });
}

interface Context {
  where: Whereabouts;
  depth: number;
  effort: Effort;
}

function textFindings(source: string, context: Context): FindingCode[] {
  if (source.length > longestText) return ['too_long'];
  if (context.depth > deepest) return ['unparsed'];
  const { commands, isWhole } = takeApart(source, context.effort);
  const found = commands.flatMap((command) => commandFindings(command, context));
  return isWhole ? found : ['unparsed', ...found];
}

function commandFindings(command: ShellCommand, context: Context): FindingCode[] {
  const { program, words, redirects, isInBackground } = command;
  if (!context.effort.spend(8 * words.length)) return ['unparsed'];
  const found: FindingCode[] = [...everywhereFindings(command), ...redirects.flatMap(redirectFindings(context.where))];
  if (isInBackground) found.push('background');
  if (!program) return found;
  if (program.isOpen) return [...found, 'open_program', ...insideFindings(words, command, context)];
  return [...found, ...programFindings(basename(program.text), command, context)];
}

function programFindings(name: string, command: ShellCommand, context: Context): FindingCode[] {
  const { words, isPipedInto } = command;
  const { where } = context;
  const insides = insideOf(name, command);
  const readsProgram =
    (shells.has(name) && insides.length === 0 && !hasScript(words)) || isBareInterpreter(name, words);
  return [
    ...findingsOf(name, words),
    ...(command.given.length > 0 && isBareInterpreter(name, words) ? (['code'] as const) : []),
    ...(isPipedInto && readsProgram ? (['pipe_to_shell'] as const) : []),
    ...(sourcing.has(name) && words.some(({ isStream, isOpen }) => isStream || isOpen)
      ? (['pipe_to_shell'] as const)
      : []),
    ...(name === 'cd' || name === 'pushd' ? leaving(words, where) : []),
    ...writtenBy(name, words).flatMap((word) => writeFindings(placeOf(word, where))),
    ...insides.flatMap((inside) =>
      'script' in inside ? scriptFindings(inside.script, context) : insideFindings(inside.words, command, context),
    ),
  ];
}

/** Words that a wrapper runs as a command of its own, which reads what the wrapper was to read. */
function insideFindings(
  [program, ...words]: readonly ShellWord[],
  { given, isPipedInto }: ShellCommand,
  context: Context,
): FindingCode[] {
  if (!program) return [];
  if (context.depth > deepest) return ['unparsed'];
  const inside = { program, words, assigned: [], redirects: [], given, isPipedInto, isInBackground: false };
  return commandFindings(inside, { ...context, depth: context.depth + 1 });
}

function scriptFindings(script: ShellWord, context: Context): FindingCode[] {
  const open: FindingCode[] = script.isStream ? ['pipe_to_shell'] : script.isOpen ? ['open_program'] : [];
  // Quoted, it may have passed for prose.
  const disguised: FindingCode[] = isDisguised(script.text, 'command') ? ['disguised'] : [];
  return [...open, ...disguised, ...textFindings(script.text, { ...context, depth: context.depth + 1 })];
}

const sourcing = new Set(['source', '.']);

/** A file of its own, in place of what it reads. */
function hasScript(words: readonly ShellWord[]): boolean {
  return !words.some(({ text }) => /^-[a-z]*s[a-z]*$/.test(text)) && words.some(({ text }) => !text.startsWith('-'));
}

/** `… | python` runs what it reads. */
function isBareInterpreter(name: string, words: readonly ShellWord[]): boolean {
  const isInterpreter = /^(python[\d.]*|node|perl|ruby|php|lua|deno)$/.test(name);
  return isInterpreter && words.every(({ text }) => text.startsWith('-') && !/^-[a-zA-Z]*[cemp]$|^--/.test(text));
}

function leaving([folder]: readonly ShellWord[], where: Whereabouts): FindingCode[] {
  const place = folder ? placeOf(folder, where) : 'outside';
  return place === 'inside' ? [] : ['leaves_folder'];
}

/** What any command may do by what its words name. */
function everywhereFindings({ program, words, assigned, redirects, given }: ShellCommand): FindingCode[] {
  const all = [...(program ? [program] : []), ...words, ...redirects.map(({ target }) => target), ...given];
  const isNamingSecret = all.some(({ text }) => isSecret(text) || text.split('=').some(isSecret));
  const variables = all.flatMap((word) => word.variables);
  return [
    ...(isNamingSecret ? (['credentials'] as const) : []),
    ...(variables.some((name) => /TOKEN|SECRET|PASSW|API_?KEY|CREDENTIAL/i.test(name))
      ? (['environment'] as const)
      : []),
    ...(all.some(({ text }) => /^\/proc\/[^/]+\/environ$/.test(text)) ? (['environment'] as const) : []),
    ...(assigned.some((name) => changingPath.test(name)) ? (['changes_path'] as const) : []),
  ];
}

const changingPath =
  /^(PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|PYTHONPATH|NODE_OPTIONS|BASH_ENV|ENV|PROMPT_COMMAND|GIT_(SSH|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|CONFIG)\w*|PAGER|MANPAGER|EDITOR|VISUAL|LESSOPEN|PERL5(OPT|LIB)|RUBYOPT|PYTHON(STARTUP|HOME)|IFS)$/;

const redirectFindings =
  (where: Whereabouts) =>
  ({ operator, target }: ShellCommand['redirects'][number]): FindingCode[] => {
    if (target.text.startsWith('/dev/tcp/') || target.text.startsWith('/dev/udp/')) return ['network'];
    if (!operator.includes('>') || /^&?\d+-?$/.test(target.text) || target.text === '-') return [];
    return target.isStream ? [] : writeFindings(placeOf(target, where));
  };

/** What writing to such a place means. */
export function writeFindings(place: Place): FindingCode[] {
  switch (place) {
    case 'system':
      return ['writes_system'];
    case 'hook':
      return ['writes_hook'];
    case 'outside':
      return ['writes_outside'];
    case 'open':
      return ['writes_open'];
    case 'inside':
    case 'nowhere':
      return [];
  }
}
