import { describe, expect, it } from 'vitest';
import { paletteFor } from './palette.ts';

const at = (index: number, page: 'dark' | 'light') =>
  paletteFor(page === 'dark' ? 'light' : 'dark', page)?.[index - 16];

describe('paletteFor', () => {
  it('leaves the colours alone where the program draws for a screen like the page', () => {
    expect(paletteFor('dark', 'dark')).toBeUndefined();
    expect(paletteFor('light', 'light')).toBeUndefined();
  });

  it('has every colour beyond the sixteen', () => {
    const colours = paletteFor('dark', 'light') ?? [];
    expect(colours).toHaveLength(240);
    expect(colours.filter((colour) => !/^#[0-9a-f]{6}$/.test(colour))).toEqual([]);
  });

  it.each([
    ['black', 16, '#ffffff', '#ffffff'],
    ['white', 231, '#000000', '#000000'],
    ['the dark grey behind what a person wrote', 237, '#e7e7e7', '#d9d9d9'],
    ['the dark green behind a new line', 22, '#dcffdc', '#c1ffc1'],
    ['the light grey behind it on a light screen', 255, '#1b1b1b', '#2f2f2f'],
  ])('turns %s over', (_, index, onLight, onDark) => {
    expect([at(index, 'light'), at(index, 'dark')]).toEqual([onLight, onDark]);
  });
});
