// Text of agents and of services, made fit for a notification: nothing in it acts or hides, and it is cut to what a service
// takes, never in the middle of a character or of an emoji that is made of several.
import { revealText } from '@beckon/protocol';

/** How a service counts. */
export type Measure = (text: string) => number;

export const characters: Measure = (text) => text.length;
export const bytes: Measure = (text) => Buffer.byteLength(text);

/** With its line breaks. A text of megabytes costs what a short one costs. */
export function plainText(text: string, most: number, measure: Measure = characters): string {
  return cut(revealText(wellFormed(cut(text, most).replaceAll(/\r\n?/g, '\n'))), most, measure);
}

/** On one line, with nothing before or after it. */
export function oneLine(text: string, most: number, measure: Measure = characters): string {
  return cut(plainText(text.trimStart(), most).replaceAll(/\s+/g, ' ').trim(), most, measure);
}

/** As much of it as fits, with an ellipsis where something is left out. */
export function cut(text: string, most: number, measure: Measure = characters): string {
  if (text.length <= most && measure(text) <= most) return text;
  return `${text.slice(0, endWithin(text, most - measure(ellipsis), measure))}${ellipsis}`;
}

const ellipsis = '…';
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function endWithin(text: string, room: number, measure: Measure): number {
  const fitting = (pieces: Iterable<string>) => {
    let [end, used] = [0, 0];
    for (const piece of pieces) {
      used += measure(piece);
      if (used > room) break;
      end += piece.length;
    }
    return end;
  };
  // Whatever the measure, no character counts for less than one. The last piece of this does not fit, whole or not.
  const start = text.slice(0, Math.max(room, 0) + 1);
  const whole = fitting(Array.from(graphemes.segment(start), ({ segment }) => segment));
  // One letter with thousands of marks on it may be larger than all the room there is.
  return whole > 0 ? whole : fitting(start);
}

/** Halves of characters become the sign for a broken one: not every service reads them. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
