// A shell text taken apart into the simple commands that it would run, wherever they hide: in pipes, substitutions, loops,
// functions, heredocs.
import type { Command, Redirection, SyntaxNode, Word, WordPart } from 'unbash';
import { forEachChild, parse } from 'unbash';
import type { Effort } from './effort.ts';

/** A word of a command as the shell would pass it on, as far as that is known before it runs. */
export interface ShellWord {
  text: string;
  /** Part of it is only known when it runs: a variable, a substitution, a pattern. */
  isOpen: boolean;
  /** It is read from another command: `<(…)`. */
  isStream: boolean;
  /** The variables that it names. */
  variables: readonly string[];
}

interface ShellRedirect {
  operator: string;
  target: ShellWord;
}

export interface ShellCommand {
  /** Undefined for a mere assignment. */
  program: ShellWord | undefined;
  words: readonly ShellWord[];
  assigned: readonly string[];
  redirects: readonly ShellRedirect[];
  /** What a heredoc or herestring gives it to read. */
  given: readonly ShellWord[];
  /** Another command's output is what it reads. */
  isPipedInto: boolean;
  isInBackground: boolean;
}

export interface TakenApart {
  commands: readonly ShellCommand[];
  /** Whether all of it could be read. */
  isWhole: boolean;
}

export function takeApart(source: string, effort: Effort): TakenApart {
  const commands: ShellCommand[] = [];
  if (!effort.spend(source.length + perText)) return { commands, isWhole: false };
  let isWhole = true;

  function visit(node: SyntaxNode, depth: number, place: Place): void {
    // Substitutions are parsed when one looks into them, so a text can be nested deeper than the stack, and each is read
    // as often as others stand around it.
    if (depth > deepest || (expansions.has(node.type) && !effort.spend(node.end - node.pos))) {
      isWhole = false;
      return;
    }
    if (node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0) isWhole = false;
    if (node.type === 'Command') commands.push(readCommand(node, place));
    // Most nodes of a command are words of one piece.
    if (node.type === 'Word' && !node.parts) return;
    const isInBackground =
      place.isInBackground || node.type === 'Coproc' || (node.type === 'Statement' && node.background === true);
    const first = node.type === 'Pipeline' ? node.commands[0] : undefined;
    // What is inside a compound command reads what is piped into the whole.
    const isPassedOn = place.isPipedInto && (first !== undefined || !readsAnew.has(node.type));
    const inner = sharedPlace(isInBackground, isPassedOn);
    const piped = first === undefined ? inner : sharedPlace(isInBackground, true);
    forEachChild(node, (child) => visit(child, depth + 1, child === first ? inner : piped));
  }

  visit(parse(source), 0, sharedPlace(false, false));
  return { commands, isWhole };
}

/** What each text takes, however short. */
const perText = 100;

const expansions: ReadonlySet<SyntaxNode['type']> = new Set([
  'ArithmeticExpansion',
  'CommandExpansion',
  'ParameterExpansion',
  'ProcessSubstitution',
]);

/** How deep nodes may lie; each nested substitution takes about eight. */
const deepest = 200;

/** What is in these reads something of its own. */
const readsAnew: ReadonlySet<SyntaxNode['type']> = new Set(['CommandExpansion', 'ProcessSubstitution']);

type Place = Pick<ShellCommand, 'isPipedInto' | 'isInBackground'>;

/** There are four of them, for however many nodes. */
function sharedPlace(isInBackground: boolean, isPipedInto: boolean): Place {
  const [alone, piped] = isInBackground ? left : awaited;
  return isPipedInto ? piped : alone;
}

const awaited = [
  { isInBackground: false, isPipedInto: false },
  { isInBackground: false, isPipedInto: true },
] as const;
const left = [
  { isInBackground: true, isPipedInto: false },
  { isInBackground: true, isPipedInto: true },
] as const;

function readCommand(command: Command, { isPipedInto, isInBackground }: Place): ShellCommand {
  const { name, args, prefix, redirects } = command;
  return {
    program: name && readWord(name),
    words: args.map((arg) => (arg.type === 'Word' ? readWord(arg) : plainWord(arg.text))),
    assigned: prefix.length === 0 ? none : prefix.flatMap((item) => (item.type === 'Assignment' ? [item.name] : [])),
    redirects: redirects.length === 0 ? noRedirects : redirects.flatMap(readRedirect),
    given: redirects.length === 0 ? noWords : redirects.flatMap(readGiven),
    isPipedInto,
    isInBackground,
  };
}

export function plainWord(text: string): ShellWord {
  return { text, isOpen: false, isStream: false, variables: none };
}

// Most words and commands have none of these, and there are many.
const none: readonly string[] = [];
const noWords: readonly ShellWord[] = [];
const noRedirects: readonly ShellRedirect[] = [];

function readRedirect(redirect: Redirection): ShellRedirect[] {
  if (redirect.type !== 'Redirect' || !redirect.target) return [];
  return [{ operator: redirect.operator, target: readWord(redirect.target) }];
}

function readGiven(redirect: Redirection): ShellWord[] {
  switch (redirect.type) {
    case 'HereString':
      return redirect.target ? [readWord(redirect.target)] : [];
    case 'HereDoc':
      return [readParts(redirect.body.text, redirect.body.parts ?? [])];
    case 'Redirect':
      return [];
  }
}

function readWord({ value, parts }: Word): ShellWord {
  return parts ? readParts(value, parts) : plainWord(value);
}

/** A word, or a text, with what its parts leave open until it runs. */
function readParts(text: string, parts: readonly WordPart[]): ShellWord {
  const word = { text, isOpen: false, isStream: false, variables: [] as string[] };
  noteParts(word, parts);
  return word;
}

function noteParts(word: ShellWord & { variables: string[] }, parts: readonly WordPart[]): void {
  for (const part of parts) {
    if (openParts.has(part.type)) word.isOpen = true;
    if (part.type === 'ProcessSubstitution') word.isStream = true;
    if (part.type === 'ParameterExpansion') word.variables.push(part.parameter);
    if (part.type === 'SimpleExpansion') word.variables.push(part.text.slice(1));
    if ('parts' in part && part.parts) noteParts(word, part.parts);
  }
}

const openParts: ReadonlySet<WordPart['type']> = new Set([
  'Glob',
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
  'ExtendedGlob',
  'BraceExpansion',
]);
