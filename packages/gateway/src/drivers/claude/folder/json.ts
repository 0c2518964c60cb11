// JSON of a folder's files, of which nothing is known.

export type JsonRecord = Record<string, unknown>;

export function isObject(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as it is, anything else as JSON. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Undefined where it is no JSON. The agent too takes a byte order mark for nothing. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}
