// Programs that run other programs: what is inside is what matters. Each entry finds the command, or the shell text, that
// its program would run.
import type { ShellCommand, ShellWord } from './shellCommands.ts';

/** What a wrapper runs: words that are a command, or a text for a shell. */
export type Inside = { words: readonly ShellWord[] } | { script: ShellWord };

/** Empty where the program runs nothing else. */
export function insideOf(program: string, { words, given, isPipedInto }: ShellCommand): Inside[] {
  if (shells.has(program)) return insideShell(words, given, isPipedInto);
  const open = entryFor(wrappers, program);
  return open ? open(words).filter((inside) => 'script' in inside || inside.words.length > 0) : [];
}

/** What a table has for a program, or else for it without the version or variant that its name may end in. */
export function entryFor<Entry>(table: Readonly<Record<string, Entry>>, program: string): Entry | undefined {
  if (Object.hasOwn(table, program)) return table[program];
  if (!variant.test(program)) return undefined;
  const plain = program.replace(/^mkfs\..*$/, 'mkfs').replace(/[\d.]+$/, '');
  return Object.hasOwn(table, plain) ? table[plain] : undefined;
}

/** `python3.11` is python, `mkfs.ext4` is mkfs. */
const variant = /[\d.]$|^mkfs\./;

export const shells: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'fish',
  'csh',
  'tcsh',
  'rbash',
]);

/** `sh -c TEXT`, or a text that it reads. */
function insideShell(words: readonly ShellWord[], given: readonly ShellWord[], isPipedInto: boolean): Inside[] {
  const flag = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  const script = flag < 0 ? undefined : words.slice(flag + 1).find(({ text }) => !text.startsWith('-'));
  if (script) return [{ script }];
  const streams = words.filter(({ isStream }) => isStream);
  return isPipedInto ? [] : [...given, ...streams].map((text) => ({ script: text }));
}

type Open = (words: readonly ShellWord[]) => Inside[];

/** The command after the wrapper's own options; `taking` are those that take a value in the next word. */
function after(taking: readonly string[] = [], leading = 0): Open {
  return (words) => {
    let index = 0;
    for (; index < words.length; index++) {
      const text = words[index]?.text ?? '';
      if (text === '--') return [{ words: words.slice(index + 1 + leading) }];
      if (taking.includes(text)) index++;
      else if (!text.startsWith('-') && !/^\w+=/.test(text)) break;
    }
    return [{ words: words.slice(index + leading) }];
  };
}

/** `find … -exec COMMAND ;`, or up to `{} +`. What stands in the command is not find's own. */
const findExec: Open = (words) => {
  const insides: Inside[] = [];
  for (let index = 0; index < words.length; index++) {
    if (!['-exec', '-execdir', '-ok', '-okdir'].includes(words[index]?.text ?? '')) continue;
    const start = index + 1;
    while (index < words.length && !isExecEnd(words, index)) index++;
    insides.push({ words: words.slice(start, index) });
  }
  return insides;
};

function isExecEnd(words: readonly ShellWord[], index: number): boolean {
  const text = words[index]?.text;
  return text === ';' || (text === '+' && words[index - 1]?.text === '{}');
}

/** Words that are put together to a shell text, as `eval` and `ssh HOST` do. */
const joined =
  (skip: (words: readonly ShellWord[]) => readonly ShellWord[]): Open =>
  (words) => {
    const text = skip(words);
    if (text.length === 0) return [];
    const script = { ...merged(text), text: text.map((word) => word.text).join(' ') };
    return [{ script }];
  };

function merged(words: readonly ShellWord[]): Omit<ShellWord, 'text'> {
  return {
    isOpen: words.some(({ isOpen }) => isOpen),
    isStream: words.some(({ isStream }) => isStream),
    variables: words.flatMap(({ variables }) => variables),
  };
}

const sshOptions = [
  '-p',
  '-i',
  '-l',
  '-o',
  '-F',
  '-J',
  '-L',
  '-R',
  '-D',
  '-b',
  '-c',
  '-e',
  '-m',
  '-w',
  '-S',
  '-E',
  '-W',
];

function afterSshHost(words: readonly ShellWord[]): readonly ShellWord[] {
  const [found] = after(sshOptions)(words);
  return found && 'words' in found ? found.words.slice(1) : [];
}

/** `su -c TEXT`, `script -c TEXT`: the text after the option. */
const scriptAfter =
  (...options: string[]): Open =>
  (words) =>
    words.flatMap(({ text }, index) => {
      const isGiven = options.includes(text) || (options.includes('-c') && /^-[a-zA-Z]+c$/.test(text));
      const script = isGiven ? words[index + 1] : undefined;
      return script ? [{ script }] : [];
    });

/** `env -S TEXT` takes the text apart by itself. */
const splitByEnv: Open = (words) =>
  words.flatMap((word, index) => {
    const glued = /^(?:-S|--split-string=)(.+)$/s.exec(word.text)?.[1];
    if (glued !== undefined) return [{ script: { ...word, text: glued } }];
    const next = ['-S', '--split-string'].includes(word.text) ? words[index + 1] : undefined;
    return next ? [{ script: next }] : [];
  });

/** `alias NAME=TEXT`: what the name is going to stand for. */
const aliased: Open = (words) =>
  words.flatMap((word) => {
    // It is read like an assignment, which keeps its quotes.
    const text = /^[^=]+=(.*)$/s.exec(word.text)?.[1]?.replace(/^(["'])(.*)\1$/s, '$2');
    return text === undefined ? [] : [{ script: { ...word, text } }];
  });

/** The command behind one of these options. */
const commandAfter =
  (...options: string[]): Open =>
  (words) => {
    const index = words.findIndex(({ text }) => options.includes(text));
    return index < 0 ? [] : [{ words: words.slice(index + 1) }];
  };

const wrappers: Record<string, Open> = {
  env: (words) => [...splitByEnv(words), ...after(['-u', '-C', '-S', '--unset', '--chdir'])(words)],
  busybox: after(),
  toybox: after(),
  alias: aliased,
  compgen: scriptAfter('-C'),
  complete: scriptAfter('-C'),
  mapfile: scriptAfter('-C'),
  readarray: scriptAfter('-C'),
  python: commandAfter('-m'),
  cmake: commandAfter('-E'),
  fd: commandAfter('-x', '-X', '--exec', '--exec-batch'),
  fdfind: commandAfter('-x', '-X', '--exec', '--exec-batch'),
  hyperfine: (words) => words.filter(({ text }) => !text.startsWith('-')).map((script) => ({ script })),
  taskset: after([], 1),
  chrt: after([], 1),
  choom: after(['-n', '-p']),
  setpriv: after(),
  prlimit: after(),
  unbuffer: after(),
  rlwrap: after(),
  ltrace: after(['-o', '-e', '-p', '-s']),
  entr: after(),
  caffeinate: after(['-t', '-w']),
  numactl: after(['-N', '-m', '-C']),
  firejail: after(),
  'xvfb-run': after(['-n', '-s']),
  'dbus-run-session': after(),
  'ssh-agent': after(),
  sudo: after(['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U', '-r', '-t']),
  doas: after(['-u', '-C']),
  pkexec: after(['--user']),
  runuser: (words) => [...scriptAfter('-c', '--command')(words), ...after(['-u', '-g'])(words)],
  su: scriptAfter('-c', '--command'),
  script: scriptAfter('-c', '--command'),
  xargs: after(['-I', '-i', '-n', '-P', '-L', '-d', '-s', '-a', '-E', '--replace', '--max-args', '--max-procs']),
  parallel: after(['-j', '--jobs', '-a']),
  nohup: after(),
  setsid: after(),
  nice: after(['-n', '--adjustment']),
  ionice: after(['-c', '-n', '-p']),
  time: after(['-f', '-o']),
  timeout: after(['-s', '-k', '--signal', '--kill-after'], 1),
  stdbuf: after(['-i', '-o', '-e']),
  command: after(),
  builtin: after(),
  exec: after(['-a']),
  watch: (words) => joined((all) => readWords(after(['-n', '--interval'])(all)))(words),
  flock: (words) => [...scriptAfter('-c')(words), ...after(['-w', '-E'], 1)(words)],
  chroot: after(['--userspec', '--groups'], 1),
  unshare: after(),
  nsenter: after(['-t']),
  strace: after(['-o', '-e', '-p', '-s']),
  find: findExec,
  eval: joined((words) => words),
  ssh: joined(afterSshHost),
  trap: (words) => words.slice(0, 1).map((script) => ({ script })),
};

function readWords(insides: Inside[]): readonly ShellWord[] {
  const [first] = insides;
  return first && 'words' in first ? first.words : [];
}
