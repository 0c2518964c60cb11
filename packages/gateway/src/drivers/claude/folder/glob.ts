// Which names a shell's pattern stands for. Both are a stranger's text, so the work grows with their lengths alone: no regular
// expression is made of a pattern, since one that tries every split of a name would hold up everything else.

/** Undefined for a pattern with more in it than `*` and `?`: what that stands for differs between shells. */
export function globMatcher(pattern: string): ((name: string) => boolean) | undefined {
  if (/[[\]\\]/.test(pattern)) return undefined;
  const parts = pattern.split('*');
  // A shell may take each byte of a letter for a character: there `?` counts as any number of them.
  const looseParts = pattern.replaceAll('?', '*').split('*');
  const shortest = pattern.length - (parts.length - 1);
  return (name) => {
    if (!isAscii(name)) return fits(name, looseParts);
    return name.length >= shortest && fits(name, parts);
  };
}

/** The first and the last part stand at the ends of the name; those in between are each taken where they first come. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = '', ...further] = parts;
  const last = further.pop();
  if (!isAt(name, 0, first)) return false;
  if (last === undefined) return name.length === first.length;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of further) {
    const at = indexOf(name, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= end && isAt(name, end, last);
}

function indexOf(name: string, part: string, from: number): number {
  if (!part.includes('?')) return name.indexOf(part, from);
  for (let at = from; at + part.length <= name.length; at += 1) if (isAt(name, at, part)) return at;
  return -1;
}

function isAt(name: string, start: number, part: string): boolean {
  if (start + part.length > name.length) return false;
  for (let index = 0; index < part.length; index += 1) {
    if (part[index] !== '?' && part[index] !== name[start + index]) return false;
  }
  return true;
}

function isAscii(name: string): boolean {
  return Buffer.byteLength(name) === name.length;
}
