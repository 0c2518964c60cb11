import { describe, expect, it } from 'vitest';
import { revealActing, revealHidden } from './hiddenCharacters.ts';

const shown = (text: string) =>
  revealHidden(text)
    .map((piece) => piece.text)
    .join('');

describe('revealHidden', () => {
  it.each([
    ['plain text\nwith\ttabs', 'plain text\nwith\ttabs'],
    ['windows\r\nlines', 'windows\nlines'],
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

  it('names what it found', () => {
    expect(revealHidden('\u202e')).toEqual([{ text: '⟨U+202E⟩', hiddenName: 'right-to-left override (U+202E)' }]);
  });
});

describe('revealActing', () => {
  it('shows what acts on the text around it and leaves joiners, which some scripts need', () => {
    expect(revealActing('\u202eabc\u001b می\u200cخواهم')).toBe('⟨U+202E⟩abc␛ می\u200cخواهم');
  });
});
