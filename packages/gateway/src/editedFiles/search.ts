// Where one text stands in another. The work grows with their lengths and never with the product of the two, whatever they are:
// what the language brings along takes minutes where a long text nearly fits at every place.
import type { Steps } from '@beckon/protocol';

/** How many characters are looked at in a step. */
const stepLength = 8192;

/** The places at which it begins, also those within one another; no more than `most`. It is not empty. */
export function* placesOf(sought: string, text: string, most: number): Steps<number[]> {
  const fallbacks = yield* fallbacksOf(sought);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && places.length < most; at++) {
    if (at % stepLength === 0) yield;
    const character = text.charCodeAt(at);
    while (matched > 0 && character !== sought.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0;
    if (character === sought.charCodeAt(matched)) matched += 1;
    if (matched < sought.length) continue;
    places.push(at + 1 - matched);
    matched = fallbacks[matched - 1] ?? 0;
  }
  return places;
}

/** For each of its beginnings, how long the longest shorter one is that it ends with. */
function* fallbacksOf(sought: string): Steps<Int32Array> {
  const fallbacks = new Int32Array(sought.length);
  let matched = 0;
  for (let at = 1; at < sought.length; at++) {
    if (at % stepLength === 0) yield;
    const character = sought.charCodeAt(at);
    while (matched > 0 && character !== sought.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0;
    if (character === sought.charCodeAt(matched)) matched += 1;
    fallbacks[at] = matched;
  }
  return fallbacks;
}
