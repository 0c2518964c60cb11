// A text as a QR code, to be drawn by whoever shows it: a page with squares, a terminal with blocks.
import { encode } from 'uqr';

/** A row of squares each, `1` for a dark one. Without a margin, which the reader needs and whoever draws it adds. */
export function qrCode(text: string): string[] {
  const { data } = encode(text, { border: 0 });
  return data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
}
