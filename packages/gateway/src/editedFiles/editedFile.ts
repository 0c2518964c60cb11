// Looks at the file that a call would change, when the call is asked about. Whatever is in its place, nothing is waited for and
// no ask is held up: what cannot be read is said to be so.
import { isAbsolute } from 'node:path';
import type { EditedFile, FileSection, JsonObject } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { afterEdit, editedPath } from './afterEdit.ts';
import { changeSize } from './changeSize.ts';
import { contentOf, largestHashedBytes } from './fileContent.ts';
import { cellChange } from './notebook.ts';
import { sectionsOf } from './sections.ts';

export interface EditingCall {
  toolName: string;
  input: JsonObject;
  /** The input has lost its middle: what it makes of the file cannot be said. */
  isAbridged: boolean;
}

/** What is kept goes with the ask wherever it goes. */
const mostKept = 32 * 1024;
const patienceMs = 500;

/** Undefined for a call that edits no file. */
export async function lookAtFile(call: EditingCall, clock: Clock): Promise<EditedFile | undefined> {
  const path = fileOfCall(call);
  if (path === undefined) return undefined;
  const { found, version, text } = await contentOf(path, { largestBytes: largestHashedBytes, patienceMs, clock });
  const about = { path, found, ...(version !== undefined && { version }) };
  return { ...about, ...(isComparable(found) ? comparedWith(call, text) : { sections: [] }) };
}

/** The path of the file; undefined for a call that edits none. */
export function fileOfCall({ toolName, input }: Pick<EditingCall, 'toolName' | 'input'>): string | undefined {
  const path = editedPath(toolName, input);
  return path !== undefined && isAbsolute(path) && !path.includes('\0') ? path : undefined;
}

/** The ask matters more than what is shown beside it. */
function comparedWith(call: EditingCall, text: string | undefined): Change {
  try {
    return changeOf(call, text);
  } catch {
    return notCompared;
  }
}

const isComparable = (found: EditedFile['found']) => found === 'text' || found === 'nothing';

/** What the call makes of it. */
type Change = Omit<EditedFile, 'path' | 'found'>;

const notCompared: Change = { sections: [], isCut: true };

function changeOf({ toolName, input, isAbridged }: EditingCall, content: string | undefined): Change {
  if (isAbridged) return notCompared;
  const hasCrlf = content?.includes('\r\n') === true;
  const before = hasCrlf ? content.replaceAll('\r\n', '\n') : (content ?? '');
  const about = hasCrlf ? { hasCrlf } : {};
  const change = cellChange(toolName, input, before) ?? afterEdit(toolName, input, before);
  if (!change) return { ...about, sections: [] };
  if ('isTooLarge' in change) return { ...about, ...notCompared };
  if ('problem' in change) return { ...about, sections: [], problem: change.problem };
  if ('sections' in change) return { ...about, ...kept(change.sections) };
  return { ...about, ...kept(sectionsOf(before, hasCrlf ? change.text.replaceAll('\r\n', '\n') : change.text)) };
}

/** As many from the first on as fit, with the size of all. */
function kept(sections: readonly FileSection[]): Pick<EditedFile, 'sections' | 'isCut' | 'lines'> {
  let room = mostKept;
  const fitting = sections.filter(({ before, after }) => (room -= before.length + after.length) >= 0);
  return { sections: fitting, lines: changeSize(sections), ...(fitting.length < sections.length && { isCut: true }) };
}
