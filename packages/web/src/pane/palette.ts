// The 240 colours beyond a terminal's sixteen, which have fixed values. A program that draws for a dark screen picks dark
// backgrounds and light letters among them: on a light page each is shown as light as it was dark, and the reverse.

export type Darkness = 'dark' | 'light';

/** The colours from the 17th on; undefined where they are right as they are. */
export function paletteFor(drawnFor: Darkness, page: Darkness): string[] | undefined {
  return drawnFor === page ? undefined : fixedColours.map((colour) => toText(turned(colour, page)));
}

type Colour = readonly [red: number, green: number, blue: number];

const levels = [0, 95, 135, 175, 215, 255];
const cube = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue): Colour => [red, green, blue])));
const greys = Array.from({ length: 24 }, (_, step): Colour => [8 + 10 * step, 8 + 10 * step, 8 + 10 * step]);
const fixedColours: readonly Colour[] = [...cube, ...greys];

/** Keeps the hue. The backgrounds that programs like, dark greys and greens, become nearly white, and come back from there. */
function turned(colour: Colour, page: Darkness): Colour {
  const [most, least] = [Math.max(...colour), Math.min(...colour)];
  const lightness = (most + least) / 510;
  const wanted = page === 'light' ? 1 - lightness ** bend : (1 - lightness) ** (1 / bend);
  const spread = lightness === 0 || lightness === 1 ? 0 : (most - least) / 255 / (1 - Math.abs(2 * lightness - 1));
  const half = (spread * (1 - Math.abs(2 * wanted - 1))) / 2;
  const scaled = (part: number) => (most === least ? 0 : (2 * (part - least)) / (most - least) - 1);
  const channel = (part: number) => Math.round(255 * Math.min(1, Math.max(0, wanted + half * scaled(part))));
  return [channel(colour[0]), channel(colour[1]), channel(colour[2])];
}

const bend = 1.6;

function toText(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
