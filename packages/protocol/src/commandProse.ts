// A shell command without its prose: messages and comments are in the language of whoever wrote them, and say nothing to
// the shell. Each character of them becomes a blank, so that all others stay where they are.

/**
 * Prose is a comment, what stands in quotes and has a blank between its words, and the body of a heredoc. A shell may be
 * told to run even that: whoever takes commands apart looks into it once more. Where quotes or brackets do not close as
 * they should, nothing counts as prose.
 */
export function withoutProse(command: string): string {
  const kept: string[] = [];
  let end = 0;
  for (const { from, to } of proseIn(command)) {
    kept.push(command.slice(end, from), blanks(command.slice(from, to)));
    end = to;
  }
  return [...kept, command.slice(end)].join('');
}

/** As long as the text, and of as many lines. */
function blanks(text: string): string {
  const lines = text.split('\n');
  return lines.map(({ length }) => ' '.repeat(length)).join('\n');
}

interface Range {
  from: number;
  to: number;
}

/** All that the shell acts on, outside of double quotes and in them; what is between is passed over. */
const outside =
  /\\[^]|\$?'|<<<|<<-?[^\S\n]*(?:'[^'\n]*'|"[^"\n]*"|[^\s;|&<>()'"]+)|(?<![^\s;|&()])#[^\n]*|\$?\(|[)"`\n]|\besac\b/g;
const inQuotes = /\\[^]|\$\(|["`]/g;

function proseIn(command: string): Range[] {
  const prose: Range[] = [];
  const keep = (from: number, to: number) => {
    if (/\S\s+\S/.test(command.slice(from, to))) prose.push({ from, to });
  };
  /** What is open: brackets, double quotes, backticks. `from`: where the text in the quotes begins, or goes on. */
  const open: { closing: string; from: number }[] = [];
  const heredocs: string[] = [];
  for (let at = 0; ;) {
    const inner = open.at(-1);
    const pattern = inner?.closing === '"' ? inQuotes : outside;
    pattern.lastIndex = at;
    const found = pattern.exec(command);
    if (!found) return open.length === 0 ? prose : [];
    const [token] = found;
    at = pattern.lastIndex;
    if (token === inner?.closing) {
      if (token === '"') keep(inner.from, found.index);
      open.pop();
      const around = open.at(-1);
      if (around) around.from = at;
    } else if (token.endsWith('(') || token === '`' || token === '"') {
      if (inner?.closing === '"') keep(inner.from, found.index);
      open.push({ closing: token.endsWith('(') ? ')' : token, from: at });
    } else if (token === ')' || token === 'esac') {
      // A pattern of `case` closes a bracket that nobody has opened: from here on they are not counted rightly.
      return [];
    } else if (token.endsWith("'") && !token.startsWith('<<')) {
      const closed = closingQuote(command, at, token === "$'");
      if (closed < 0) return [];
      keep(at, closed);
      at = closed + 1;
    } else if (token.startsWith('#')) {
      prose.push({ from: found.index, to: at });
    } else if (token.startsWith('<<') && token !== '<<<') {
      heredocs.push(token);
    } else if (token === '\n') {
      for (const heredoc of heredocs.splice(0)) {
        const body = bodyOf(heredoc, command, at);
        if (!body) return [];
        if (body.isProse) prose.push({ from: at, to: body.to });
        at = body.to;
      }
    }
  }
}

function closingQuote(command: string, from: number, hasEscapes: boolean): number {
  if (!hasEscapes) return command.indexOf("'", from);
  const closing = /(?:\\[^]|[^'\\])*/y;
  closing.lastIndex = from;
  closing.exec(command);
  return closing.lastIndex < command.length ? closing.lastIndex : -1;
}

/** Undefined where it does not end. Without quotes around its delimiter, the body may run commands. */
function bodyOf(heredoc: string, command: string, from: number): { to: number; isProse: boolean } | undefined {
  const delimiter = heredoc.replace(/^<<-?\s*/, '');
  const word = delimiter.replaceAll(/['"\\]/g, '');
  for (let line = from; line < command.length;) {
    const newline = command.indexOf('\n', line);
    const lineEnd = newline < 0 ? command.length : newline;
    const text = command.slice(line, lineEnd);
    if ((heredoc.startsWith('<<-') ? text.replace(/^\t+/, '') : text) === word) {
      return { to: line, isProse: word !== delimiter || !/\$\(|`/.test(command.slice(from, line)) };
    }
    line = lineEnd + 1;
  }
  return undefined;
}
