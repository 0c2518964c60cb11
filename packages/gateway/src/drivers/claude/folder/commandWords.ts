// The words of a command that may name a file. Commands are read generously: a word too many costs a look at the disk, one
// too few would let a file change unseen.

/** Longer than any path. */
export const longest = 4096;

export function wordsOf(command: string): string[] {
  const text = command
    // Whatever a variable holds, `$CLAUDE_PROJECT_DIR` for one: its folder may be the one where the look begins.
    .replace(/\$\{[^{}]*\}|\$\w+/g, '.')
    // What a command writes is not what it runs. In quotes it may be no redirection at all.
    .replace(/(?<!<)>>?(?!&)\s*[^\s;|&<>()"'`]+/g, ' ');
  const words = new Set([...shellWords(text), ...text.split(apart), ...defaultsIn(command)]);
  // After a command in `$(…)` a path goes on from what that prints.
  for (const word of words) if (word.startsWith('/')) words.add(`.${word}`);
  return [...words].filter((word) => word !== '' && word.length <= longest && !word.includes('\0'));
}

const apart = /[\s"'`;|&()<>{}[\],:=@$]+/;

/** What stands in for a variable that is not set: `${HOOK:-.claude/hook.sh}`. */
function defaultsIn(command: string): string[] {
  return [...command.matchAll(/\$\{\w+:?[-=+]([^{}]*)\}/g)].flatMap(([, words = '']) => words.split(apart));
}

/** As a shell takes them apart, and what stands in quotes taken apart once more. */
function shellWords(text: string): string[] {
  const quoted = text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+/gs) ?? [];
  return quoted.flatMap((word) => {
    const bare = word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs, '$1$2$3');
    return bare !== word && /\s/.test(bare) ? [bare, ...shellWords(bare)] : [bare];
  });
}
