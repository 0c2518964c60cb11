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

export function shellFindings(source: string, where: Whereabouts): Set<FindingCode> {
  const found = new Set<FindingCode>();
  judgeText(source, { where, depth: 0, effort: new Effort(source.length), found });
  return found;
}

interface Context {
  where: Whereabouts;
  depth: number;
  effort: Effort;
  /** One for all that is in a command: thousands of commands need no list each. */
  found: Set<FindingCode>;
}

function judgeText(source: string, context: Context): void {
  const { found } = context;
  if (source.length > longestText) return void found.add('too_long');
  if (context.depth > deepest) return void found.add('unparsed');
  const { commands, isWhole } = takeApart(source, context.effort);
  if (!isWhole) found.add('unparsed');
  for (const command of commands) judgeCommand(command, context);
}

function judgeCommand(command: ShellCommand, context: Context): void {
  const { program, words, redirects, isInBackground } = command;
  const { found, where } = context;
  if (!context.effort.spend(8 * words.length)) return void found.add('unparsed');
  judgeNames(command, found);
  for (const redirect of redirects) addAll(found, redirectFindings(redirect, where));
  if (isInBackground) found.add('background');
  if (!program) return;
  if (!program.isOpen) return judgeProgram(basename(program.text), command, context);
  found.add('open_program');
  judgeInside(words, command, context);
}

function judgeProgram(name: string, command: ShellCommand, context: Context): void {
  const { words, isPipedInto } = command;
  const { where, found } = context;
  const insides = insideOf(name, command);
  const readsItself = isBareInterpreter(name, words);
  const readsProgram = (shells.has(name) && insides.length === 0 && !hasScript(words)) || readsItself;
  addAll(found, findingsOf(name, words));
  if (command.given.length > 0 && readsItself) found.add('code');
  if (isPipedInto && readsProgram) found.add('pipe_to_shell');
  if (sourcing.has(name) && words.some(({ isStream, isOpen }) => isStream || isOpen)) found.add('pipe_to_shell');
  if (name === 'cd' || name === 'pushd') addAll(found, leaving(words, where));
  for (const word of writtenBy(name, words)) addAll(found, writeFindings(placeOf(word, where)));
  for (const inside of insides) {
    if ('script' in inside) judgeScript(inside.script, context);
    else judgeInside(inside.words, command, context);
  }
}

/** Words that a wrapper runs as a command of its own, which reads what the wrapper was to read. */
function judgeInside(
  [program, ...words]: readonly ShellWord[],
  { given, isPipedInto }: ShellCommand,
  context: Context,
): void {
  if (!program) return;
  if (context.depth > deepest) return void context.found.add('unparsed');
  const inside = { program, words, assigned: [], redirects: [], given, isPipedInto, isInBackground: false };
  judgeCommand(inside, { ...context, depth: context.depth + 1 });
}

function judgeScript(script: ShellWord, context: Context): void {
  const { found } = context;
  if (script.isStream) found.add('pipe_to_shell');
  else if (script.isOpen) found.add('open_program');
  // Quoted, it may have passed for prose.
  if (isDisguised(script.text, 'command')) found.add('disguised');
  judgeText(script.text, { ...context, depth: context.depth + 1 });
}

function addAll(found: Set<FindingCode>, codes: readonly FindingCode[]): void {
  for (const code of codes) found.add(code);
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
function judgeNames({ program, words, assigned, redirects, given }: ShellCommand, found: Set<FindingCode>): void {
  if (program) judgeName(program, found);
  for (const word of words) judgeName(word, found);
  for (const { target } of redirects) judgeName(target, found);
  for (const text of given) judgeName(text, found);
  if (assigned.some((name) => changingPath.test(name))) found.add('changes_path');
}

function judgeName({ text, variables }: ShellWord, found: Set<FindingCode>): void {
  if (isNamingSecret(text)) found.add('credentials');
  if (variables.some((name) => keyLike.test(name)) || environOfProcess.test(text)) found.add('environment');
}

function isNamingSecret(text: string): boolean {
  return isSecret(text) || (text.includes('=') && text.split('=').some(isSecret));
}

const keyLike = /TOKEN|SECRET|PASSW|API_?KEY|CREDENTIAL/i;
const environOfProcess = /^\/proc\/[^/]+\/environ$/;
const changingPath =
  /^(PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|PYTHONPATH|NODE_OPTIONS|BASH_ENV|ENV|PROMPT_COMMAND|GIT_(SSH|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|CONFIG)\w*|PAGER|MANPAGER|EDITOR|VISUAL|LESSOPEN|PERL5(OPT|LIB)|RUBYOPT|PYTHON(STARTUP|HOME)|IFS)$/;

function redirectFindings({ operator, target }: ShellCommand['redirects'][number], where: Whereabouts): FindingCode[] {
  if (target.text.startsWith('/dev/tcp/') || target.text.startsWith('/dev/udp/')) return ['network'];
  if (!operator.includes('>') || /^&?\d+-?$/.test(target.text) || target.text === '-') return [];
  return target.isStream ? [] : writeFindings(placeOf(target, where));
}

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
