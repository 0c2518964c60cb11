// What Claude's editing tools make of a text, as their inputs say.
import type { EditedFile, JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { searchFor, type TextSearch } from './textSearch.ts';

/** The path that a call of the tool writes to; undefined for any other tool. */
export function editedPath(toolName: string, input: JsonObject): string | undefined {
  switch (toolName) {
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return textOf(input, 'file_path');
    case 'NotebookEdit':
      return textOf(input, 'notebook_path');
    default:
      return undefined;
  }
}

/** The text afterwards, or why there is none; undefined where the input makes no sense. */
export type AfterEdit =
  { text: string } | { problem: NonNullable<EditedFile['problem']> } | { isTooLarge: true } | undefined;

/** A few bytes of input can make gigabytes of a file, which nobody could look at: no longer text is made, … */
const longestText = 2 * 1024 * 1024;
/** … nor more than this by all edits of a call. */
const mostMade = 8 * 1024 * 1024;

export function afterEdit(toolName: string, input: JsonObject, before: string): AfterEdit {
  switch (toolName) {
    case 'Write': {
      const text = textOf(input, 'content');
      return text === undefined ? undefined : { text };
    }
    case 'Edit':
      return afterOne(input, before);
    case 'MultiEdit':
      return afterSeveral(input['edits'], before);
    default:
      return undefined;
  }
}

function afterSeveral(edits: unknown, before: string): AfterEdit {
  if (!Array.isArray(edits)) return undefined;
  let after = { text: before };
  let made = 0;
  for (const edit of edits as unknown[]) {
    if (typeof edit !== 'object' || edit === null) return undefined;
    const next = afterOne(edit as JsonObject, after.text);
    if (!next || !('text' in next)) return next;
    after = next;
    made += next.text.length;
    if (made > mostMade) return { isTooLarge: true };
  }
  return after;
}

function afterOne(edit: JsonObject, text: string): AfterEdit {
  const [sought, put] = [textOf(edit, 'old_string'), textOf(edit, 'new_string')];
  if (sought === undefined || put === undefined) return undefined;
  // This is how a file is made, or one that is empty filled.
  if (sought === '') return text === '' ? { text: put } : { problem: 'not_unique' };
  const isEverywhere = edit['replace_all'] === true;
  const search = searchFor(sought);
  const first = search.in(text);
  if (first === -1) return { problem: 'not_found' };
  if (!isEverywhere && search.in(text, first + 1) !== -1) return { problem: 'not_unique' };
  // A line that is taken out takes its end with it.
  const withEnd = put === '' && !sought.endsWith('\n') ? searchFor(`${sought}\n`) : undefined;
  const isLineGone = withEnd !== undefined && withEnd.in(text) !== -1;
  const gone = isLineGone ? sought.length + 1 : sought.length;
  const places = placesOf(isLineGone ? withEnd : search, { text, length: gone, isEverywhere });
  if (text.length + places.length * (put.length - gone) > longestText) return { isTooLarge: true };
  let after = '';
  let from = 0;
  for (const place of places) {
    after += text.slice(from, place) + put;
    from = place + gone;
  }
  return { text: after + text.slice(from) };
}

function placesOf(
  search: TextSearch,
  { text, length, isEverywhere }: { text: string; length: number; isEverywhere: boolean },
): number[] {
  const places: number[] = [];
  for (let at = search.in(text); at !== -1; at = search.in(text, at + length)) {
    places.push(at);
    if (!isEverywhere) break;
  }
  return places;
}
