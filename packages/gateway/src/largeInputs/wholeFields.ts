// Fields of an input that is too large to be parsed at once, read whole from its bytes. Others get their turn meanwhile.
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '@beckon/protocol';
import { cutBefore } from './cutting.ts';
import type { Member } from './members.ts';
import { membersOf } from './members.ts';

/** What is no text is parsed at once, and left out where it is longer. */
const longestParsed = 2 * 1024 * 1024;
const readAtOnce = 256 * 1024;

export async function wholeFields(json: Buffer, names: readonly string[]): Promise<JsonObject> {
  const fields: JsonObject = {};
  for (const member of await membersOf(json)) {
    if (!names.includes(member.name)) continue;
    if (json[member.start] === quote) fields[member.name] = await wholeText(json, member);
    else if (member.end - member.start <= longestParsed) {
      fields[member.name] = JSON.parse(json.toString('utf8', member.start, member.end));
    }
  }
  return fields;
}

const quote = 0x22;

async function wholeText(json: Buffer, { start, end }: Member): Promise<string> {
  const inside = json.subarray(start + 1, end - 1);
  const parts: string[] = [];
  for (let at = 0; at < inside.length;) {
    if (at > 0) await setImmediate();
    const to = cutBefore(inside, at + readAtOnce);
    parts.push(JSON.parse(`"${inside.toString('utf8', at, to)}"`) as string);
    at = to;
  }
  return parts.join('');
}
