// A tool call's input as the model wrote it.
import type { JsonObject } from '@beckon/protocol';

/** A confused model may send a list or a number where an object belongs. */
export function toolInput(input: unknown): JsonObject {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject ? (input as JsonObject) : { input };
}
