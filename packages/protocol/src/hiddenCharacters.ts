// Characters that one cannot see, or takes for others, but that change what one reads: control characters, invisible and
// blank ones, spaces that are none, those that turn the direction of text, and letters that look like Latin ones. An
// agent's output may hold them by accident or to deceive, so they are shown.

export interface TextPiece {
  text: string;
  /** Set where the text is, or stands for, a character that deceives: its name in words. */
  hiddenName?: string;
}

/** In a line of emoji, joiners and the selector of their coloured look are no disguise. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const emojiLook = String.raw`(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)`;
/** Letters, spaces and marks that leave no trace on the screen, or that of a plain space. */
const blank = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}`;
const hidden = new RegExp(`(?![\\n\\t])(?!${emojiJoiner}|${emojiLook})(?:${blank})`, 'gu');

/** In prose, joiners belong to some scripts; only what acts on the text around it is shown. */
const acting = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Letters of scripts that have many which look Latin. One such letter among Latin ones is no word of any language. */
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/gu;
const words = /[\p{L}\p{N}_]+/gu;
const latin = /[A-Za-z]/;
const beyondAscii = /[^\p{ASCII}]/u;

/** For inputs, results and all that a person decides on. */
export function revealHidden(text: string): TextPiece[] {
  const found = [...marked(text, hidden), ...(beyondAscii.test(text) ? lookAlikes(text) : [])];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, character, shown, name } of found.toSorted((a, b) => a.index - b.index)) {
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: shown, hiddenName: name });
    end = index + character.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

interface Found {
  index: number;
  character: string;
  shown: string;
  name: string;
}

function marked(text: string, pattern: RegExp): Found[] {
  return Array.from(text.matchAll(pattern), ({ 0: character, index }) => ({
    index,
    character,
    shown: glyph(character),
    name: nameOf(character),
  }));
}

/** The letters of another script in words that have Latin ones too. */
function lookAlikes(text: string): Found[] {
  const mixed = Array.from(text.matchAll(words)).filter(({ 0: word }) => beyondAscii.test(word) && latin.test(word));
  return mixed.flatMap(({ 0: word, index: start }) =>
    Array.from(word.matchAll(foreign), ({ 0: character, index }) => ({
      index: start + index,
      character,
      shown: character,
      name: `letter of another script, which may look Latin (${codeName(character.codePointAt(0) ?? 0)})`,
    })),
  );
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
