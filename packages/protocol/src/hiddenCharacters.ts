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
const blank = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]|(?! )\p{Zs}`;
const hidden = new RegExp(`(?![\\n\\t])(?!${emojiJoiner}|${emojiLook})(?:${blank})`, 'gu');

/** In prose, joiners belong to some scripts; only what acts on the text around it is shown. */
const acting = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Latin letters that are drawn in another way: for mathematics, phonetics, as numerals, as wide as Chinese ones. */
const styled = String.raw`\u0250-\u02af\u1d00-\u1d7f\u2100-\u214f\u2160-\u217f\u24b6-\u24e9\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}`;
/** Letters of scripts that have many which look Latin. One such letter among Latin ones is no word of any language. */
const foreign = new RegExp(
  String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u0131${styled}]`,
  'gu',
);
/** A whole word of letters that look Latin, each of them, passes for a Latin word. */
const passing = /^[асеорхуіјѕһԁӏԛԝѵкмтвнАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυιϲϳ\d_]{2,}$/u;
const words = /[\p{L}\p{N}_]+/gu;
const latin = new RegExp(String.raw`[A-Za-z${styled}]`, 'u');
/** What stands where an address has the name of a host. */
const hosts = /(?<=:\/\/|@)[^\s/:?#@'"]+/gu;
/** Signs that pass for the slash, dot or semicolon of an address or a command. */
const signs = /(?<=[A-Za-z])[\u037e\u2024\u2044\u2215\u29f8\u3002\uff0e\uff0f\uff1b\uff61](?=[A-Za-z])/gu;
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

function marked(text: string, pattern: RegExp): Found[] {
  return Array.from(text.matchAll(pattern), ({ 0: character, index }) => ({
    index,
    character,
    shown: glyph(character),
    name: nameOf(character),
  }));
}

/**
 * The letters of another script in words that have Latin ones too or that pass for Latin ones, and in names of hosts that
 * have both; and signs that are not what they look like.
 */
function lookAlikes(text: string): Found[] {
  const isSuspect = (word: string) => beyondAscii.test(word) && (latin.test(word) || passing.test(word));
  const suspects = [words, hosts].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).filter(([it]) => isSuspect(it)),
  );
  const letters = suspects.flatMap(({ 0: word, index: start }) =>
    Array.from(word.matchAll(foreign), ({ 0: character, index }) => ({
      ...lookAlike(character, 'letter of another script, which may look Latin'),
      index: start + index,
    })),
  );
  const others = Array.from(text.matchAll(signs), ({ 0: character, index }) => ({
    ...lookAlike(character, 'sign that looks like another'),
    index,
  }));
  // A word of a host's name is found twice.
  return [...new Map([...letters, ...others].map((found) => [found.index, found])).values()];
}

function lookAlike(character: string, what: string): Omit<Found, 'index'> {
  return { character, shown: character, name: `${what} (${codeName(character.codePointAt(0) ?? 0)})` };
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
