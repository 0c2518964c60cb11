// Characters that one cannot see, or takes for others, but that change what one reads: control characters, invisible and
// blank ones, spaces that are none, those that turn the direction of text, and look-alikes. An agent's output may hold them
// by accident or to deceive, so they are shown.
import { canDeceive, type LookAlike, lookAlikesIn } from './lookAlikes.ts';

export interface TextPiece {
  text: string;
  /** Set where the text is, or stands for, a character that deceives: its name in words. */
  hiddenName?: string;
}

/** In a line of emoji, joiners and the selector of their coloured look are no disguise. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const emojiLook = String.raw`(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)`;
/** Letters, spaces and marks that leave no trace on the screen, or that of a plain space. */
const blank = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]|(?! )\p{Zs}`;
/** Most characters are plain, which is known at once. */
const notPlain = String.raw`[^\n\t\x20-\x7e]`;
const hidden = new RegExp(`(?=${notPlain})(?!${emojiJoiner}|${emojiLook})(?:${blank})`, 'gu');

/** In prose, joiners belong to some scripts; only what acts on the text around it is shown. */
const acting = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** For inputs, results and all that a person decides on. */
export function revealHidden(text: string): TextPiece[] {
  return piecesOf(text, foundIn(text, 'text'), { from: 0, to: text.length });
}

/** The same for a shell command, or a part of one: what is quoted in it depends on all of it. */
export function revealCommand(command: string, part = { from: 0, to: command.length }): TextPiece[] {
  return piecesOf(command, foundIn(command, 'command'), part);
}

function piecesOf(text: string, found: Found[], { from, to }: { from: number; to: number }): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = from;
  for (const { index, character, shown, name } of found) {
    if (index < end || index >= to) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: shown, hiddenName: name });
    end = index + character.length;
  }
  if (end < to) pieces.push({ text: text.slice(end, to) });
  return pieces;
}

/** Whether anything would be shown in another way than it stands there. */
export function isDisguised(text: string, as: 'text' | 'command'): boolean {
  return text.search(hidden) >= 0 || (canDeceive(text) && lookAlikesIn(text, as).next().done === false);
}

/** The same where there is only text, such as a card's name. */
export function revealText(text: string): string {
  return revealHidden(text)
    .map((piece) => piece.text)
    .join('');
}

interface Found {
  index: number;
  character: string;
  shown: string;
  name: string;
}

/** In the order of the text. */
function foundIn(text: string, as: 'text' | 'command'): Found[] {
  const found = new Map<number, Found>();
  if (canDeceive(text)) for (const each of lookAlikesIn(text, as)) found.set(each.index, shownLookAlike(each));
  // Where a character is hidden, that is what is said of it.
  for (const { 0: character, index } of text.matchAll(hidden)) {
    found.set(index, { index, character, shown: glyph(character), name: nameOf(character) });
  }
  return [...found.values()].toSorted((a, b) => a.index - b.index);
}

/** A mark of its own has no place on the screen. */
function shownLookAlike({ index, character, name }: LookAlike): Found {
  const isMark = /^\p{M}$/u.test(character);
  const isOne = !/^[\p{ASCII}]/u.test(character);
  const code = isOne ? ` (${codeName(character.codePointAt(0) ?? 0)})` : '';
  return { index, character, shown: isMark ? glyph(character) : character, name: `${name}${code}` };
}

/** For an agent's prose, before it is read as markdown. */
export function revealActing(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(acting, glyph);
}

function glyph(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨${codeName(code)}⟩`;
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `${names[code] ?? 'invisible character'} (${codeName(code)})`;
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const names: Record<number, string> = {
  0x00: 'null character',
  0x07: 'bell',
  0x08: 'backspace',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete',
  0xa0: 'no-break space',
  0xad: 'soft hyphen',
  0x034f: 'grapheme joiner',
  0x115f: 'blank letter',
  0x1160: 'blank letter',
  0x200b: 'zero-width space',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of a change of direction',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'end of an isolate',
  0x2800: 'blank letter',
  0x3000: 'wide space',
  0x3164: 'blank letter',
  0xfe0f: 'variation selector',
  0xfeff: 'byte order mark',
  0xffa0: 'blank letter',
};
