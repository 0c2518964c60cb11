// Where the members of a JSON object stand in its bytes, found without parsing it: to parse megabytes takes time in which the
// gateway does nothing else. Others get their turn after every piece.
import { setImmediate } from 'node:timers/promises';
import { BeckonError } from '@beckon/protocol';

/** A member, and where its value stands: from `start` up to `end`. */
export interface Member {
  name: string;
  start: number;
  end: number;
}

/** How much is looked at before others get their turn, in bytes that are looked at one by one: about two milliseconds. */
const spentAtOnce = 256 * 1024;
/** To search for the end of a string costs as much as so many of them, and then goes fast. */
const costOfSearch = 20;
const searchedPerByte = 16;
/** Names are short; a longer one is no name that anybody looks for. */
const longestName = 1000;

/** Whatever compares, stores or prints an input may recurse. */
export const deepestNesting = 200;

/**
 * The members of the object that fills these bytes. Of several with one name the last counts, as in JSON. Says what is wrong
 * where that is no object.
 */
export async function membersOf(json: Buffer): Promise<Member[]> {
  const members = new Map<string, Member>();
  let depth = 0;
  let isInString = false;
  let stringStart = 0;
  let name: string | undefined;
  let valueStart = -1;
  const endMember = (end: number) => {
    if (name === undefined || valueStart === -1) return;
    members.delete(name);
    members.set(name, trimmed(json, { name, start: valueStart, end }));
    name = undefined;
    valueStart = -1;
  };
  let spent = 0;
  for (let at = 0; at < json.length; at++) {
    if (spent++ > spentAtOnce) {
      spent = 0;
      await setImmediate();
    }
    if (isInString) {
      const end = json.indexOf(quote, at);
      if (end === -1) break;
      spent += costOfSearch + (end - at) / searchedPerByte;
      at = end;
      if (isEscaped(json, end)) continue;
      isInString = false;
      if (depth === 1 && valueStart === -1) name = readName(json, stringStart, at);
      continue;
    }
    switch (json[at]) {
      case quote:
        isInString = true;
        stringStart = at;
        break;
      case openBrace:
      case openBracket:
        depth++;
        if (depth > deepestNesting) throw tooDeep();
        break;
      case closeBrace:
      case closeBracket:
        if (depth === 1) endMember(at);
        depth--;
        break;
      case colon:
        if (depth === 1) valueStart = at + 1;
        break;
      case comma:
        if (depth === 1) endMember(at);
        break;
      default:
    }
  }
  if (depth !== 0 || isInString) throw new BeckonError('invalid_request', 'That is not valid JSON.');
  return [...members.values()];
}

export function tooDeep(): BeckonError {
  return new BeckonError('invalid_request', `That is nested deeper than ${deepestNesting} levels.`);
}

/** A quote after an odd number of backslashes. */
function isEscaped(json: Buffer, at: number): boolean {
  let before = at;
  while (before > 0 && json[before - 1] === backslash) before--;
  return (at - before) % 2 === 1;
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

function readName(json: Buffer, start: number, end: number): string {
  if (end - start > longestName) return '';
  return JSON.parse(json.toString('utf8', start, end + 1)) as string;
}

function trimmed(json: Buffer, { name, start, end }: Member): Member {
  let [from, to] = [start, end];
  while (from < to && isSpace(json[from])) from++;
  while (to > from && isSpace(json[to - 1])) to--;
  return { name, start: from, end: to };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
