// Characters that one cannot see but that change what one reads: control characters, invisible ones, and those that turn
// the direction of text. An agent's output may hold them by accident or to deceive, so they are shown.

export interface TextPiece {
  text: string;
  /** Set where the text stands for a hidden character: its name in words. */
  hiddenName?: string;
}

/** Joiners between emoji are left alone: there they are no disguise. */
const hidden =
  /(?![\n\t])(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic}))/gu;
/** In prose, joiners belong to some scripts; only what acts on the text around it is shown. */
const acting = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** For inputs, results and all that a person decides on. */
export function revealHidden(text: string): TextPiece[] {
  const unixText = text.replaceAll('\r\n', '\n');
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: character, index } of unixText.matchAll(hidden)) {
    if (index > end) pieces.push({ text: unixText.slice(end, index) });
    pieces.push({ text: glyph(character), hiddenName: nameOf(character) });
    end = index + character.length;
  }
  if (end < unixText.length) pieces.push({ text: unixText.slice(end) });
  return pieces;
}

/** The same where there is only text, such as a card's name. */
export function revealText(text: string): string {
  return revealHidden(text)
    .map((piece) => piece.text)
    .join('');
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
  0xad: 'soft hyphen',
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
  0xfeff: 'byte order mark',
};
