// Where the bytes of a JSON text may be cut: between characters, and between the escapes in its strings, so that each part of a
// string can be read by itself.

/** The last place up to `end` at which the text may be cut. */
export function cutBefore(json: Uint8Array, end: number): number {
  if (end >= json.length) return json.length;
  let at = end;
  while (at > 0 && isContinuation(json[at])) at--;
  const escape = escapeAround(json, at);
  return escape ?? at;
}

/** The first place from `start` on at which the text may be cut. */
export function cutAfter(json: Uint8Array, start: number): number {
  let at = Math.max(0, start);
  while (at < json.length && cutBefore(json, at) !== at) at++;
  return at;
}

const backslash = 0x5c;
/** `\u1234` */
const longestEscape = 6;

/** Where the escape begins that the place is in the middle of. */
function escapeAround(json: Uint8Array, at: number): number | undefined {
  for (let start = at - 1; start >= 0 && start > at - longestEscape; start--) {
    if (json[start] !== backslash || !beginsEscape(json, start)) continue;
    const length = json[start + 1] === 0x75 ? longestEscape : 2;
    return start + length > at ? start : undefined;
  }
  return undefined;
}

/** A backslash after an odd number of others is itself escaped. */
function beginsEscape(json: Uint8Array, at: number): boolean {
  let before = at;
  while (before > 0 && json[before - 1] === backslash) before--;
  return (at - before) % 2 === 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
