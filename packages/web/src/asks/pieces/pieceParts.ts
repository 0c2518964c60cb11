// What a piece of an input's JSON shows: the long texts in it as text, each under its field's name, and all else as JSON. They
// are told apart by where they stand and never by what they say, so that no text can pass for another field.
import type { Cut, InputPiece } from '@beckon/protocol';

export interface PiecePart {
  /** The field whose text it is; absent where it is JSON. */
  field?: string;
  text: string;
}

export function pieceParts({ text, offset }: Pick<InputPiece, 'text' | 'offset'>, cuts: readonly Cut[]): PiecePart[] {
  const bytes = new TextEncoder().encode(text);
  const pieceEnd = offset + bytes.length;
  const read = (from: number, to: number) => decoder.decode(bytes.subarray(from - offset, to - offset));
  const parts: PiecePart[] = [];
  let at = offset;
  for (const { field, start, end } of cuts.filter(({ isText }) => isText).toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(start, at), Math.min(end, pieceEnd)];
    if (from >= to) continue;
    parts.push({ text: read(at, from) });
    parts.push({ field, text: unescaped(read(from, to), { hasOpening: from === start, hasClosing: to === end }) });
    at = to;
  }
  parts.push({ text: read(at, pieceEnd) });
  return parts.filter((part) => part.text !== '');
}

/** A byte order mark is a character like any other here, and hidden as few are. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function unescaped(json: string, { hasOpening, hasClosing }: { hasOpening: boolean; hasClosing: boolean }): string {
  try {
    return JSON.parse(`${hasOpening ? '' : '"'}${json}${hasClosing ? '' : '"'}`) as string;
  } catch {
    // Not what a string may hold: it is shown as it came.
    return json;
  }
}
