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

  function visit(node: SyntaxNode, place: Place): void {
    // Substitutions are parsed when one looks into them, so a text can be nested deeper than the stack, and each is read
    // as often as others stand around it.
    if (place.depth > deepest || (expansions.has(node.type) && !effort.spend(node.end - node.pos))) {
      isWhole = false;
      return;
    }
    if (node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0) isWhole = false;
    if (node.type === 'Command') commands.push(readCommand(node, place));
    const isInBackground = place.isInBackground || (node.type === 'Statement' && node.background === true);
    const isPipeline = node.type === 'Pipeline';
    const piped = isPipeline ? new Set<SyntaxNode>(node.commands.slice(1)) : undefined;
    // What is inside a compound command reads what is piped into the whole.
    const isPassedOn = !isPipeline && node.type !== 'CommandExpansion' && node.type !== 'ProcessSubstitution';
    forEachChild(node, (child) => {
      const isPipedInto = piped ? piped.has(child) || place.isPipedInto : isPassedOn && place.isPipedInto;
      visit(child, { isInBackground: isInBackground || node.type === 'Coproc', isPipedInto, depth: place.depth + 1 });
    });
  }

  visit(parse(source), { isInBackground: false, isPipedInto: false, depth: 0 });
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

interface Place extends Pick<ShellCommand, 'isPipedInto' | 'isInBackground'> {
  depth: number;
}

function readCommand({ name, args, prefix, redirects }: Command, { isPipedInto, isInBackground }: Place): ShellCommand {
  return {
    program: name && readWord(name),
    words: args.map((arg) => (arg.type === 'Word' ? readWord(arg) : plainWord(arg.text))),
    assigned: prefix.flatMap((item) => (item.type === 'Assignment' ? [item.name] : [])),
    redirects: redirects.flatMap(readRedirect),
    given: redirects.flatMap(readGiven),
    isPipedInto,
    isInBackground,
  };
}

export function plainWord(text: string): ShellWord {
  return { text, isOpen: false, isStream: false, variables: [] };
}

function readRedirect(redirect: Redirection): ShellRedirect[] {
  if (redirect.type !== 'Redirect' || !redirect.target) return [];
  return [{ operator: redirect.operator, target: readWord(redirect.target) }];
}

function readGiven(redirect: Redirection): ShellWord[] {
  switch (redirect.type) {
    case 'HereString':
      return redirect.target ? [readWord(redirect.target)] : [];
    case 'HereDoc':
      return [{ ...readParts(redirect.body.parts ?? []), text: redirect.body.text }];
    case 'Redirect':
      return [];
  }
}

function readWord({ value, parts = [] }: Word): ShellWord {
  return { ...readParts(parts), text: value };
}

function readParts(parts: readonly WordPart[]): Omit<ShellWord, 'text'> {
  const all = parts.flatMap(withInner);
  return {
    isOpen: all.some(({ type }) => openParts.has(type)),
    isStream: all.some(({ type }) => type === 'ProcessSubstitution'),
    variables: all.flatMap(variableOf),
  };
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

function withInner(part: WordPart): WordPart[] {
  const inner = 'parts' in part ? (part.parts ?? []) : [];
  return [part, ...inner.flatMap(withInner)];
}

function variableOf(part: WordPart): string[] {
  if (part.type === 'ParameterExpansion') return [part.parameter];
  return part.type === 'SimpleExpansion' ? [part.text.slice(1)] : [];
}
