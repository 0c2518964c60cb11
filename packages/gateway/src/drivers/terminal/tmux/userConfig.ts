// A user's own keys and look for Beckon's tmux, out of their tmux.conf: options that change what is seen, and key bindings.
// Whatever starts, ends, renames or runs something by itself stays out, for Beckon reads what its server shows. What a key or the
// status line runs is its person's.

/** `printed` is the file as `source-file -nv` prints it: one command a line, nothing of it run. */
export function keysAndLook(printed: string): string[] {
  const commands = printed.split('\n').flatMap((line) => {
    const text = /^.*?:\d+: (.*)$/.exec(line)?.[1];
    return text === undefined ? [] : splitCommands(text);
  });
  return commands.filter((command, index) => isWanted(command) && !isInsideAnother(command, commands.slice(index + 1)));
}

/** tmux prints what stands in the braces of a command before that command. */
function isInsideAnother(command: string, later: readonly string[]): boolean {
  return later.some((other) => other.includes('{') && other.slice(other.indexOf('{')).includes(command));
}

function isWanted(command: string): boolean {
  const [name = '', ...words] = command.split(' ');
  if (name === 'bind-key' || name === 'unbind-key') return true;
  if (name !== 'set-option' && name !== 'set-window-option') return false;
  const flags = words.filter((word) => word.startsWith('-')).join('');
  const option = words.find((word) => !word.startsWith('-'));
  // One session's options, or one window's, are those of sessions that are not here.
  return option !== undefined && !flags.includes('t') && isLook(option);
}

/** Whether the option is one that whoever sits down may have their own way. */
export function isLook(option: string): boolean {
  return looks.test(option);
}

const looks = new RegExp(
  `^(${[
    'status(-.*)?',
    'window-status-.*',
    'pane-(active-)?border-.*',
    'window-(active-)?style',
    'message-.*',
    'mode-(keys|style)',
    '(clock|copy)-mode-.*',
    'display-.*',
    'prefix2?',
    'repeat-time',
    'word-separators',
    'wrap-search',
    'mouse',
    '@.*',
  ].join('|')})$`,
);

/** At semicolons that stand by themselves, outside of quotes and braces. */
export function splitCommands(text: string): string[] {
  const commands: string[] = [];
  let [current, quote, depth] = ['', '', 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '\\') {
      current += character + (text[++index] ?? '');
      continue;
    }
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === ';' && depth === 0 && current.endsWith(' ')) {
      commands.push(current.trim());
      current = '';
      continue;
    }
    current += character;
  }
  return [...commands, current.trim()].filter((command) => command !== '');
}
