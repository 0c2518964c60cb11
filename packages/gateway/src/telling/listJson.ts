// The JSON of lists of asks and sessions. Neither changes in place, and the same ones are listed for client after client:
// the text of each is made once, and goes when it does.
import type { Ask, Session } from '@beckon/protocol';

/** An object with these fields and these lists. */
export function listJson(fields: object, lists: Record<string, readonly (Ask | Session)[]>): string {
  const others = JSON.stringify(fields).slice(1, -1);
  const texts = Object.entries(lists).map(([name, list]) => `"${name}":[${list.map(textOf).join(',')}]`);
  return `{${[...(others ? [others] : []), ...texts].join(',')}}`;
}

const texts = new WeakMap<Ask | Session, string>();

function textOf(item: Ask | Session): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(item);
  texts.set(item, text);
  return text;
}
