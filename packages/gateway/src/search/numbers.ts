// Numbers for things that the index knows by long names, and for the moments at which they happened.

/** Of a text, and always the same: 53 bits, so that two of a million are hardly ever alike. */
export function numberOf(text: string): number {
  let [low, high] = [0xde_ad_be_ef, 0x41_c6_ce_57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2_654_435_761);
    high = Math.imul(high ^ unit, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & high) + (low >>> 0);
}

/** So many pieces of text may be of the same millisecond before one counts as of the next. */
const perMoment = 4096;
/** Where a moment is full, those behind it are used, further and further on: a quarter of an hour's at most. */
const mostMoments = 2 ** 20;
/** In 2039 there will be larger safe integers, or fewer pieces to a moment. */
const lastMoment = Math.floor(Number.MAX_SAFE_INTEGER / perMoment) - mostMoments - 1;

/** The first number of those that are written at a moment. */
export function firstAt(at: number): number {
  return Math.min(Math.max(0, Math.trunc(at)), lastMoment) * perMoment;
}

/** One of the numbers of a moment, by what it is for. */
export function numberAt(at: number, what: string): number {
  return firstAt(at) + (numberOf(what) % perMoment);
}

/**
 * Numbers for the same thing, one after the other, as long as they are taken. Each comes from a range twice as wide: a file may
 * say of a million pieces that they are of one moment, and looking at one number after the other would never end.
 */
export function* placesFor(wanted: number): Generator<number> {
  yield wanted;
  for (let tries = 1; ; tries += 1) {
    const width = perMoment * Math.min(2 ** Math.floor(tries / 4), mostMoments);
    yield Math.floor(wanted / perMoment) * perMoment + (numberOf(`${wanted} ${tries}`) % width);
  }
}

export function momentOf(number: number): number {
  return Math.floor(number / perMoment);
}
