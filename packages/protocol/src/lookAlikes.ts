// Characters that pass for others. In any text: letters of another script in a word that has Latin ones, or that as a whole
// passes for a Latin word, and the host of an address wherever it is not plain ASCII. In a command also what the shell or a
// program would read: whatever is not ASCII in the name of a program or an option, and digits and signs that touch ASCII.
// Whole words of a language are left alone, and so are letters with accents, outside of hosts: people write paths in
// their own language, and whoever is warned about each of them reads no warning. A command's prose counts as text.
import { withoutProse } from './commandProse.ts';
import { lettersOf } from './punycode.ts';

export interface LookAlike {
  index: number;
  character: string;
  name: string;
}

/** One after the other as they are found, so that whoever wants to know whether there is one need not wait for all. */
export function* lookAlikesIn(text: string, as: 'text' | 'command'): Generator<LookAlike> {
  for (const { line, start } of suspectLines(text)) {
    for (const found of inLine(line, as)) yield { ...found, index: start + found.index };
  }
  if (as === 'text') return;
  const command = withoutProse(text);
  // What deceives stands in prose, as a rule.
  if (!canDeceive(command)) return;
  yield* namesIn(command);
  yield* digitsIn(command);
  yield* signsIn(command);
  yield* codedHostsIn(command);
}

/** What can stand in any text. None of it goes on in the next line. */
function* inLine(line: string, as: 'text' | 'command'): Generator<LookAlike> {
  yield* lettersIn(line);
  yield* marksIn(line);
  yield* hostsIn(line, as);
  if (as === 'text') yield* find(line, signsBetweenLetters, sign);
}

/** All look-alikes are beyond ASCII, or written as `xn--…`. */
const suspect = /[^\0-\x7f]|xn--/gi;

export function canDeceive(text: string): boolean {
  return text.search(suspect) >= 0;
}

/** The lines that can deceive. Most are plain, and are not looked at more than once. */
function* suspectLines(text: string): Generator<{ line: string; start: number }> {
  for (let at = 0; at < text.length;) {
    suspect.lastIndex = at;
    const found = suspect.exec(text);
    if (!found) return;
    const start = text.lastIndexOf('\n', found.index) + 1;
    const newline = text.indexOf('\n', found.index);
    at = newline < 0 ? text.length : newline + 1;
    yield { line: text.slice(start, newline < 0 ? text.length : newline), start };
  }
}

const letter = 'letter that may look like another';
const sign = 'sign that looks like another';
const digit = 'digit that looks like another';
const ofHost = 'not plain in the name of a host';

const beyondAscii = /[^\p{ASCII}]/gu;
/** Words that are not plain ASCII. */
const words = /(?<!\w)\w*(?=[^\p{ASCII}])[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that have many letters which look Latin. One such letter among Latin ones is no word of any language. */
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}\p{Script=Tifinagh}\p{Script=Canadian_Aboriginal}]/u;
const unlikeChinese =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])\p{L}/u;
/** A whole word of letters that look Latin, each of them, passes for a Latin word. */
const passing =
  /^[асеорхуіјѕһԁӏԛԝѵкмтвнАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυιϲϳօսոհցքգզյԼՍՕⲁⲃⲉⲏⲓⲕⲙⲟⲣⲥⲧⲩⲭᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏂᏃᏆᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ\d_]{2,}$/u;
/** Everyday letters of European languages that are no Latin letter with an accent; the dotless i is one, and passes for i. */
const everyday = /[ßẞæÆøØłŁđĐðÐþÞœŒħĦŋŊŧŦəƏªº]/u;
const signsBetweenLetters = /(?<=[A-Za-z])[\u037e\u2024\u2044\u2215\u29f8\u3002\uff0e\uff0f\uff1b\uff61](?=[A-Za-z])/gu;

function* lettersIn(text: string): Generator<LookAlike> {
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!/[A-Za-z]/.test(word) && !passing.test(word) && !Array.from(word).some(isStyled)) continue;
    for (const found of findAt(word, index, letter)) {
      if (foreign.test(found.character) || isStyled(found.character)) yield found;
    }
  }
}

/** A Latin letter drawn in another way: wide, for mathematics, phonetics, as a ligature, with a hook or without a dot. */
function isStyled(character: string): boolean {
  if (character <= '\u007f') return false;
  let is = styled.get(character);
  if (is === undefined) styled.set(character, (is = looksStyled(character)));
  return is;
}

/** What was found about a character before. There are only so many. */
const styled = new Map<string, boolean>();

function looksStyled(character: string): boolean {
  if (everyday.test(character) || !/\p{L}|\p{Nl}/u.test(character)) return false;
  if (/^[A-Za-z]+$/.test(character.normalize('NFKC'))) return true;
  return /\p{Script=Latin}/u.test(character) && !/^[A-Za-z]\p{M}+$/u.test(character.normalize('NFD'));
}

/** A mark on a character that no language has with it. One that makes an accented letter is another spelling of that. */
function* marksIn(text: string): Generator<LookAlike> {
  for (const { 0: all, 1: marks = '', index } of text.matchAll(/[!-~](\p{M}+)/gu)) {
    const isAccented = /^\p{L}$/u.test(all.normalize('NFC')) || /^[0-9#*]\ufe0f?\u20e3$/u.test(all);
    if (!isAccented) yield* findAt(marks, index + 1, 'mark on the character before it');
  }
}

/** What stands where an address has the name of a host. In a text, words may follow an address without a blank. */
function* hostsIn(text: string, as: 'text' | 'command'): Generator<LookAlike> {
  for (const { 0: host, index } of text.matchAll(/(?<=:\/\/|[\p{L}\p{N}._-]@)[^\s/:?#@'"<>]+/gu)) {
    const lastLabel = index + host.lastIndexOf('.');
    for (const found of findAt(host, index, ofHost)) {
      if (as === 'command' || found.index < lastLabel || unlikeChinese.test(found.character)) yield found;
    }
    for (const found of codedHostsIn(host)) yield { ...found, index: index + found.index };
  }
}

function* codedHostsIn(text: string): Generator<LookAlike> {
  for (const { 0: character, index } of text.matchAll(/(?<![\w-])xn--[\w-]+/gi)) {
    const letters = lettersOf(character);
    yield { index, character, name: letters === undefined ? 'name of a host in code' : `stands for “${letters}”` };
  }
}

/** The names of programs and options are plain ASCII, but for a program that is named by its path. */
function* namesIn(command: string): Generator<LookAlike> {
  let isProgram = true;
  for (const { 0: word, index } of command.matchAll(/[;|&()`\n]|[<>]+|[^\s;|&()<>`]+/g)) {
    const isOption = word.startsWith('-');
    if ((isOption || (isProgram && !word.includes('/'))) && beyond(word)) {
      const name = isOption ? word.replace(/=[^]*$/, '') : word;
      for (const found of findAt(name, index, letter)) if (!/[\p{P}\p{S}]/u.test(found.character)) yield found;
    }
    isProgram = /^[;|&()`\n]$/.test(word) || (isProgram && goesOn.test(word));
  }
}

/** After it comes the name of a program, still. */
const goesOn = /^(?:\w+=[^]*|do|then|else|elif|if|while|until|!|\{)$/;

function* digitsIn(command: string): Generator<LookAlike> {
  for (const { 0: word, index } of command.matchAll(words)) {
    const isPassing = /[A-Za-z0-9]/.test(word) || /^[A-Za-z0-9_]+$/.test(word.normalize('NFKC'));
    if (isPassing) for (const found of findAt(word, index, digit)) if (/\p{N}/u.test(found.character)) yield found;
  }
}

/** Signs beside a letter of another script are that language's own; brackets, pictures and arrows pass for nothing. */
function* signsIn(command: string): Generator<LookAlike> {
  for (const { 0: run, index } of command.matchAll(signRuns)) {
    const neighbours = [command[index - 1] ?? ' ', command[index + run.length] ?? ' '];
    const isSign = !stroke.test(run) || neighbours.some((neighbour) => /[A-Za-z0-9-]/.test(neighbour));
    if (isSign && !neighbours.some(beyond)) yield* findAt(run, index, sign);
  }
}

const signLike = String.raw`(?![\p{ASCII}\p{Extended_Pictographic}\u2190-\u21ff§¶†‡])[\p{Pd}\p{Pi}\p{Pf}\p{Po}\p{Pc}\p{Sm}\p{Sk}\u201a\u201e\uff04\ufe69\u01c0-\u01c3\u02b0-\u02ff\u2500-\u2503\u2571-\u2573\ua78c]`;
/** Letters that are a stroke or a dot; where they stand alone, they are a word. */
const stroke = /[\u30fb\u30fc\u30ce\u4e00\u4e28\u4e36\u3021\u3161\u3163]/u;
const signRuns = new RegExp(`(?:${signLike}|${stroke.source})+`, 'gu');

function beyond(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text);
}

/** Those beyond ASCII in a word that stands at `start`. */
function* findAt(word: string, start: number, name: string): Generator<LookAlike> {
  for (const { 0: character, index } of word.matchAll(beyondAscii)) yield { index: start + index, character, name };
}

function* find(text: string, pattern: RegExp, name: string): Generator<LookAlike> {
  for (const { 0: character, index } of text.matchAll(pattern)) yield { index, character, name };
}
