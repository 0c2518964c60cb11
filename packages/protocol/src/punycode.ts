// The letters that a label of a host name stands for when it is written as `xn--…` (RFC 3492): a browser would show them, a
// command does not.

/** Undefined where it is none, or stands for nothing. */
export function lettersOf(label: string): string | undefined {
  const coded = /^xn--([a-z0-9-]+)$/i.exec(label)?.[1]?.toLowerCase();
  if (coded === undefined || coded.length > longest) return undefined;
  const delimiter = coded.lastIndexOf('-');
  const letters = Array.from(coded.slice(0, Math.max(delimiter, 0)), (letter) => letter.codePointAt(0) ?? 0);
  return insertAll(letters, coded.slice(delimiter + 1)) ? String.fromCodePoint(...letters) : undefined;
}

/** No label is longer. */
const longest = 63;
const base = 36;

/** Each run of digits says how far on the next letter stands, and which one it is, in one number. */
function insertAll(letters: number[], digits: string): boolean {
  let [code, place, bias, at] = [128, 0, 72, 0];
  while (at < digits.length) {
    const start = place;
    for (let weight = 1, threshold = base; ; threshold += base, at++) {
      const digit = Number.parseInt(digits.charAt(at), base);
      if (Number.isNaN(digit)) return false;
      // Letters are the digits from 0 on, and 0 to 9 those from 26 on: the other way round than in numbers.
      const value = digit < 10 ? digit + 26 : digit - 10;
      place += value * weight;
      const lowest = Math.min(Math.max(threshold - bias, 1), 26);
      if (value < lowest) break;
      weight *= base - lowest;
    }
    at++;
    const count = letters.length + 1;
    bias = adapted(place - start, count, start === 0);
    code += Math.floor(place / count);
    if (code > 0x10ffff) return false;
    place %= count;
    letters.splice(place, 0, code);
    place++;
  }
  return letters.length > 0;
}

function adapted(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let steps = 0;
  for (; delta > 455; steps += base) delta = Math.floor(delta / 35);
  return steps + Math.floor((base * delta) / (delta + 38));
}
