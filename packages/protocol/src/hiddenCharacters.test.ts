import { describe, expect, it } from 'vitest';
import { revealActing, revealHidden } from './hiddenCharacters.ts';

const shown = (text: string) =>
  revealHidden(text)
    .map((piece) => piece.text)
    .join('');

describe('revealHidden', () => {
  it.each([
    ['plain text\nwith\ttabs', 'plain text\nwith\ttabs'],
    ['windows\r\nlines', 'windows␍\nlines'],
    ['variation\ufe00selector', 'variation⟨U+FE00⟩selector'],
    ['letter a\ufe0f', 'letter a⟨U+FE0F⟩'],
    ['tag selector\u{e0101}', 'tag selector⟨U+E0101⟩'],
    ['hangul\u3164filler\uffa0\u115f\u1160', 'hangul⟨U+3164⟩filler⟨U+FFA0⟩⟨U+115F⟩⟨U+1160⟩'],
    ['braille\u2800blank', 'braille⟨U+2800⟩blank'],
    ['joiner\u034f', 'joiner⟨U+034F⟩'],
    ['no-break\u00a0space', 'no-break⟨U+00A0⟩space'],
    ['wide\u3000space and thin\u2009one', 'wide⟨U+3000⟩space and thin⟨U+2009⟩one'],
    ['1️⃣ ✅ ❤️', '1️⃣ ✅ ❤️'],
    ['a\u001b[2Jb', 'a␛[2Jb'],
    ['over\rwritten', 'over␍written'],
    ['nul\u0000', 'nul␀'],
    ['del\u007f', 'del␡'],
    ['c1\u009b', 'c1⟨U+009B⟩'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['joined\u200dletters', 'joined⟨U+200D⟩letters'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
    ['line\u2028separator', 'line⟨U+2028⟩separator'],
    ['👩‍🚀 👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥', '👩‍🚀 👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥'],
    ['héllo 日本 עברית', 'héllo 日本 עברית'],
  ])('shows %j as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('shows every code point that leaves no trace, or that of a plain space, wherever it stands', () => {
    const unseen =
      /^(?:[\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Bidi_Control}\p{Cf}\p{Cc}\p{White_Space}\p{Z}]|\u2800)$/u;
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!unseen.test(character) || '\n\t '.includes(character)) continue;
      const places = [character, `a${character}b`, ` ${character} `, `1${character}`, character + character];
      const isMissed = (text: string) => !revealHidden(text).some(({ hiddenName }) => hiddenName !== undefined);
      if (places.some(isMissed)) missed.push(`U+${code.toString(16)}`);
    }
    expect(missed).toEqual([]);
  });

  it('shows every end of a line but the usual one', () => {
    for (const end of ['\r', '\r\n', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029']) {
      expect(revealHidden(`a${end}b`).filter(({ hiddenName }) => hiddenName !== undefined)).toHaveLength(1);
    }
  });

  it('names what it found', () => {
    expect(revealHidden('\u202e')).toEqual([{ text: '⟨U+202E⟩', hiddenName: 'right-to-left override (U+202E)' }]);
  });
});

describe('revealActing', () => {
  it('shows what acts on the text around it and leaves joiners, which some scripts need', () => {
    expect(revealActing('\u202eabc\u001b می\u200cخواهم')).toBe('⟨U+202E⟩abc␛ می\u200cخواهم');
  });
});
