// Which of a command's words are places that it writes to.
import type { ShellWord } from './shellCommands.ts';

export function writtenBy(program: string, words: readonly ShellWord[]): ShellWord[] {
  const find = Object.hasOwn(writers, program) ? writers[program] : undefined;
  return find?.(words) ?? [];
}

type Find = (words: readonly ShellWord[]) => ShellWord[];

const plain = (words: readonly ShellWord[]) => words.filter(({ text }) => !text.startsWith('-') || text === '-');
const everything: Find = (words) => [...plain(words)];
const last: Find = (words) => plain(words).slice(-1);
const afterFirst: Find = (words) => plain(words).slice(1);

/** The value of an option, in the next word or behind `=`. */
const valueOf =
  (...options: string[]): Find =>
  (words) =>
    words.flatMap((word, index) => {
      if (options.includes(word.text)) return words[index + 1] ?? [];
      const [name = '', value] = word.text.split(/=(.*)/s);
      return value !== undefined && options.includes(name) ? [{ ...word, text: value }] : [];
    });

const either =
  (...finds: Find[]): Find =>
  (words) =>
    finds.flatMap((find) => find(words));

const inPlace: Find = (words) =>
  words.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)) ? afterFirst(words) : [];

const writers: Record<string, Find> = {
  cp: either(last, valueOf('-t', '--target-directory')),
  mv: everything,
  ln: either(last, valueOf('-t')),
  install: last,
  rsync: last,
  tee: everything,
  touch: everything,
  mkdir: everything,
  rm: everything,
  rmdir: everything,
  unlink: everything,
  shred: everything,
  truncate: everything,
  chmod: afterFirst,
  chown: afterFirst,
  chgrp: afterFirst,
  sed: inPlace,
  perl: inPlace,
  dd: valueOf('of'),
  curl: valueOf('-o', '--output', '--output-dir'),
  wget: valueOf('-O', '--output-document', '-P', '--directory-prefix', '-o'),
  tar: valueOf('-C', '--directory', '-f', '--file'),
  unzip: valueOf('-d'),
  git: valueOf('-C', '--git-dir', '--work-tree', '--output', '--output-directory', '-o'),
  find: valueOf('-fprint', '-fprint0', '-fprintf', '-fls'),
  sort: valueOf('-o', '--output'),
  uniq: afterFirst,
  gcc: valueOf('-o'),
  cc: valueOf('-o'),
  clang: valueOf('-o'),
  openssl: valueOf('-out'),
  patch: valueOf('-d', '-o'),
  split: last,
};
