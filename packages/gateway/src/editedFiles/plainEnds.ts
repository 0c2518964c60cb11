// A long text with its lines ended as everywhere but on Windows.
import type { Steps } from '@beckon/protocol';

const atOnce = 256 * 1024;

export function* plainEnds(text: string): Steps<string> {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    yield;
    // Never between the two characters of a line end.
    let end = Math.min(at + atOnce, text.length);
    if (text[end - 1] === '\r' && text[end] === '\n') end += 1;
    parts.push(text.slice(at, end).replaceAll('\r\n', '\n'));
    at = end;
  }
  return parts.join('');
}
