// An input as the gateway gives it out where it is too large to be carried around: cut, and in pieces that are small enough for
// a test.
import type { Abridged, InputPiece, JsonObject } from '@beckon/protocol';

export interface LargeInput {
  /** With the beginnings and the ends of the fields that are cut. */
  input: JsonObject;
  abridged: Abridged;
  pieces: InputPiece[];
}

interface Lengths {
  /** The whole comes in pieces of so many characters or one more; never within an escape. */
  piece: number;
  /** So many characters of each end are in the ask. */
  kept?: number;
}

/** Cuts these fields. */
export function largeInput(whole: JsonObject, cutFields: string[], { piece, kept = 5 }: Lengths): LargeInput {
  const json = JSON.stringify(whole);
  const digest = 'd'.repeat(64);
  const bytes = size(json);
  const cuts = cutFields.map((field) => {
    const value = JSON.stringify(whole[field]);
    const start = size(json.slice(0, json.indexOf(`${JSON.stringify(field)}:${value}`))) + size(field) + 3;
    return { field, isText: typeof whole[field] === 'string', start, end: start + size(value), head: kept, tail: kept };
  });
  const cutTexts = cutFields.map((field) => {
    const text = typeof whole[field] === 'string' ? whole[field] : JSON.stringify(whole[field]);
    return [field, `${text.slice(0, kept)}\n… left out here …\n${text.slice(-kept)}`];
  });
  const texts = json.match(new RegExp(`(?:\\\\u....|\\\\.|[^\\\\]){1,${piece}}`, 'gsu')) ?? [];
  let offset = 0;
  const pieces = texts.map((text): InputPiece => {
    const from = offset;
    offset += size(text);
    return { text, offset: from, ...(offset < bytes && { next: offset }), bytes, digest };
  });
  return { input: { ...whole, ...Object.fromEntries(cutTexts) }, abridged: { bytes, digest, cuts }, pieces };
}

function size(text: string): number {
  return new TextEncoder().encode(text).length;
}
