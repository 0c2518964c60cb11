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
export type AfterEdit = { text: string } | { problem: NonNullable<EditedFile['problem']> } | undefined;

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
  let after: AfterEdit = { text: before };
  for (const edit of edits as unknown[]) {
    if (typeof edit !== 'object' || edit === null) return undefined;
    after = afterOne(edit as JsonObject, after.text);
    if (!after || 'problem' in after) return after;
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
  return { text: isEverywhere ? text.replaceAll(gone, () => put) : text.replace(gone, () => put) };
}
