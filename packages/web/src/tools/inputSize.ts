// Whether an input is short enough to be put into a text field, found out with no more work than that takes.
import type { JsonObject } from '@beckon/protocol';

const mostCharacters = 100_000;
/** Numbers, commas and brackets take room, too. */
const perValue = 4;

export function isShort(input: JsonObject): boolean {
  return roomLeft(input, mostCharacters) > 0;
}

function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  let left = room - perValue;
  if (typeof value !== 'object' || value === null) return left;
  for (const [key, inner] of Object.entries(value)) {
    if (left <= 0) return left;
    left = roomLeft(inner, left - key.length);
  }
  return left;
}
