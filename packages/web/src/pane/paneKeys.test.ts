import { describe, expect, it } from 'vitest';
import { keyBytes, paneKeys } from './paneKeys.ts';

const sent = (hasApplicationCursorKeys: boolean) =>
  paneKeys.map((key) => [key, new TextDecoder().decode(keyBytes(key, hasApplicationCursorKeys))]);

describe('keyBytes', () => {
  it('are what a terminal sends', () => {
    expect(Object.fromEntries(sent(false))).toEqual({
      Esc: '\u001b',
      Tab: '\t',
      'Shift+Tab': '\u001b[Z',
      'Shift+Enter': '\u001b\r',
      'Ctrl-C': '\u0003',
      Enter: '\r',
      Up: '\u001b[A',
      Down: '\u001b[B',
      Right: '\u001b[C',
      Left: '\u001b[D',
    });
  });

  it('of arrows are others where the program has asked for them', () => {
    expect(Object.fromEntries(sent(true))).toMatchObject({ Up: '\u001bOA', Left: '\u001bOD', Esc: '\u001b' });
  });
});
