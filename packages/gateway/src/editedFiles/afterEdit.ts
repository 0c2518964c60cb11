// What Claude's editing tools make of a text, as their inputs say.
import type { EditedFile, JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';

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
  const first = text.indexOf(sought);
  if (first === -1) return { problem: 'not_found' };
  if (!isEverywhere && text.includes(sought, first + 1)) return { problem: 'not_unique' };
  // A line that is taken out takes its end with it.
  const isLineGone = put === '' && !sought.endsWith('\n') && text.includes(`${sought}\n`);
  const gone = isLineGone ? `${sought}\n` : sought;
  const longer = put.length - gone.length;
  const times = isEverywhere && longer > 0 ? countOf(gone, text) : 1;
  if (text.length + times * longer > longestText) return { isTooLarge: true };
  return { text: isEverywhere ? text.split(gone).join(put) : text.replace(gone, () => put) };
}

function countOf(sought: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) count += 1;
  return count;
}
