// How deep a JSON text is nested, seen without parsing it: to parse a million levels takes most of a second, in which the
// gateway does nothing else, and to notice them takes the first few.

export function isNestedDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case '[':
      case '{':
        depth++;
        if (depth > levels) return true;
        break;
      case ']':
      case '}':
        depth--;
        break;
      default:
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json[before] === '\\') before--;
  return (at - before) % 2 === 0;
}
