// What Claude's editing tools make of a text, as their inputs say.
import type { EditedFile, JsonObject, Steps } from '@beckon/protocol';
import { finish, textOf } from '@beckon/protocol';
import { placesOf } from './search.ts';

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

/** A few bytes of input can make gigabytes of a file, which nobody could look at. */
export interface MostMade {
  /** No longer text is made, … */
  text: number;
  /** … nor more than this by all edits of a call. */
  byAll: number;
}

const mostAtOnce: MostMade = { text: 2 * 1024 * 1024, byAll: 8 * 1024 * 1024 };

export function afterEdit(toolName: string, input: JsonObject, before: string): AfterEdit {
  return finish(afterEditInSteps({ toolName, input }, before, mostAtOnce));
}

/** The same for what may be so long that others must get their turn meanwhile. */
export function* afterEditInSteps(
  { toolName, input }: { toolName: string; input: JsonObject },
  before: string,
  most: MostMade,
): Steps<AfterEdit> {
  switch (toolName) {
    case 'Write': {
      const text = textOf(input, 'content');
      return text === undefined ? undefined : { text };
    }
    case 'Edit':
      return yield* afterOne(input, before, most);
    case 'MultiEdit':
      return yield* afterSeveral(input['edits'], before, most);
    default:
      return undefined;
  }
}

function* afterSeveral(edits: unknown, before: string, most: MostMade): Steps<AfterEdit> {
  if (!Array.isArray(edits)) return undefined;
  let after = { text: before };
  let made = 0;
  for (const edit of edits as unknown[]) {
    if (typeof edit !== 'object' || edit === null) return undefined;
    const next = yield* afterOne(edit as JsonObject, after.text, most);
    if (!next || !('text' in next)) return next;
    after = next;
    made += next.text.length;
    if (made > most.byAll) return { isTooLarge: true };
  }
  return after;
}

function* afterOne(edit: JsonObject, text: string, most: MostMade): Steps<AfterEdit> {
  const [sought, put] = [textOf(edit, 'old_string'), textOf(edit, 'new_string')];
  if (sought === undefined || put === undefined) return undefined;
  // This is how a file is made, or one that is empty filled.
  if (sought === '') return text === '' ? { text: put } : { problem: 'not_unique' };
  const isEverywhere = edit['replace_all'] === true;
  const places = yield* placesOf(sought, text, isEverywhere ? mostPlaces : 2);
  if (places.length === 0) return { problem: 'not_found' };
  if (!isEverywhere && places.length > 1) return { problem: 'not_unique' };
  if (places.length === mostPlaces) return { isTooLarge: true };
  // A line that is taken out takes its end with it.
  const endsLine = (at: number) => text[at + sought.length] === '\n';
  const isLineGone = put === '' && !sought.endsWith('\n') && places.some(endsLine);
  const gone = sought.length + (isLineGone ? 1 : 0);
  const changed = apart(isLineGone ? places.filter(endsLine) : places, gone);
  if (text.length + changed.length * (put.length - gone) > most.text) return { isTooLarge: true };
  return { text: yield* replaced(text, changed, { gone, put }) };
}

const mostPlaces = 2 * 1024 * 1024;

/** Without those that begin within the one before. */
function apart(places: readonly number[], length: number): number[] {
  let free = 0;
  return places.filter((at) => {
    if (at < free) return false;
    free = at + length;
    return true;
  });
}

const placesInStep = 1024;

function* replaced(text: string, places: readonly number[], { gone, put }: { gone: number; put: string }) {
  const parts: string[] = [];
  let kept = 0;
  for (const [index, at] of places.entries()) {
    if (index % placesInStep === 0) yield;
    parts.push(text.slice(kept, at), put);
    kept = at + gone;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}
