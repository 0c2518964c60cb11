// Makes of an input that is too large to be carried around one that is not: each long field keeps its beginning and its end,
// and says in words what is left out. It is read from the bytes of the input's JSON, which is never parsed as a whole.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Abridged, Cut, JsonObject } from '@beckon/protocol';
import { cutAfter, cutBefore } from './cutting.ts';
import type { Member } from './members.ts';
import { membersOf } from './members.ts';

/** An input up to this size is carried whole: in events, in every row of the ask, in the log. */
export const largestWholeBytes = 64 * 1024;

/** What is kept of a field that is longer than both together. */
const headBytes = 6 * 1024;
const tailBytes = 4 * 1024;
/** With many long fields each gets less. */
const allCutsBytes = 24 * 1024;
const mostFields = 40;
const hashedAtOnce = 1024 * 1024;

export interface AbridgedInput {
  input: JsonObject;
  abridged: Abridged;
}

export async function abridge(json: Buffer): Promise<AbridgedInput> {
  const members = await membersOf(json);
  const shown = members.slice(0, mostFields);
  const long = shown.filter(({ start, end }) => end - start > headBytes + tailBytes);
  const share = Math.min(1, allCutsBytes / Math.max(1, long.length * (headBytes + tailBytes)));
  const cuts: Cut[] = [];
  const fields = shown.map((member): [string, unknown] => {
    if (!long.includes(member)) return [member.name, readValue(json, member)];
    const { text, cut } = cutField(json, member, share);
    cuts.push(cut);
    return [member.name, text];
  });
  const others = members.length - shown.length;
  if (others > 0) fields.push(['…', `${others} more fields are left out here.`]);
  return {
    input: Object.fromEntries(fields),
    abridged: { bytes: json.length, digest: await digestOf(json), cuts },
  };
}

/** The SHA-256 of the bytes; others get their turn after every piece. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + hashedAtOnce));
  }
  return hash.digest('hex');
}

/** A text that is no input, shortened in the same way. */
export function shortened(text: string): string {
  const most = headBytes + tailBytes;
  if (text.length <= most) return text;
  // Through bytes, so that what is kept does not keep all of the text in memory.
  const kept = (part: string) => Buffer.from(part).toString();
  return `${kept(text.slice(0, headBytes))}${leftOut(text.length - most, 'characters')}${kept(text.slice(-tailBytes))}`;
}

/** A string shows its text; anything else its JSON, as far as that goes. */
function cutField(json: Buffer, { name, start, end }: Member, share: number): { text: string; cut: Cut } {
  const isString = json[start] === 0x22;
  const [first, last] = isString ? [start + 1, end - 1] : [start, end];
  const headEnd = cutBefore(json, first + Math.floor(headBytes * share));
  const tailStart = cutAfter(json, last - Math.floor(tailBytes * share));
  const [head, tail] = [
    [first, headEnd],
    [tailStart, last],
  ].map(([from, to]) => textOf(json.toString('utf8', from, to), isString)) as [string, string];
  const cut = { field: name, isText: isString, start, end, head: head.length, tail: tail.length };
  return { text: `${head}${leftOut(tailStart - headEnd, 'bytes')}${tail}`, cut };
}

function textOf(json: string, isString: boolean): string {
  if (!isString) return json;
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    // Not what a string may hold: it is shown as it came.
    return json;
  }
}

function readValue(json: Buffer, { start, end }: Member): unknown {
  return JSON.parse(json.toString('utf8', start, end)) as unknown;
}

function leftOut(count: number, what: string): string {
  return `\n… ${count.toLocaleString('en')} ${what} are left out here …\n`;
}
