// Whether an input is short enough to be put into a text field.
import type { JsonObject } from '@beckon/protocol';
import { roomLeft } from '@beckon/protocol';

const mostCharacters = 100_000;

export function isShort(input: JsonObject): boolean {
  return roomLeft(input, mostCharacters) >= 0;
}
