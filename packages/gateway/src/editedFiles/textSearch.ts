// Finds a text in another one in time that grows with their lengths alone. What the runtime does itself is faster for most
// texts, and takes seconds for a file and an edit that repeat one character: both may be a stranger's.

export interface TextSearch {
  /** Where the text next begins; -1 where it does not. */
  in: (text: string, from?: number) => number;
}

export function searchFor(sought: string): TextSearch {
  if (sought.length <= short) return { in: (text, from = 0) => text.indexOf(sought, from) };
  const overlaps = overlapsOf(sought);
  return {
    in(text, from = 0) {
      let matched = 0;
      for (let at = from; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        while (matched > 0 && sought.charCodeAt(matched) !== code) matched = overlaps[matched - 1] ?? 0;
        if (sought.charCodeAt(matched) === code) matched += 1;
        if (matched === sought.length) return at - matched + 1;
      }
      return -1;
    },
  };
}

/** So little is compared again and again without harm. */
const short = 16;

/** For each beginning of the text, how much of its end is a beginning too. */
function overlapsOf(sought: string): Uint32Array {
  const overlaps = new Uint32Array(sought.length);
  let matched = 0;
  for (let at = 1; at < sought.length; at += 1) {
    const code = sought.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== code) matched = overlaps[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === code) matched += 1;
    overlaps[at] = matched;
  }
  return overlaps;
}
