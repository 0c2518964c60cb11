// Looks at the file that a call would change, when the call is asked about. Whatever is in its place, nothing is waited for and
// no ask is held up: what cannot be read is said to be so.
import { isAbsolute } from 'node:path';
import type { EditedFile, FileSection, JsonObject } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';
import { openPlainFile } from '../plainFile.ts';
import { afterEdit, editedPath } from './afterEdit.ts';
import { cellSections } from './notebook.ts';
import { sectionsOf } from './sections.ts';

export interface EditingCall {
  toolName: string;
  input: JsonObject;
  /** The input has lost its middle: what it makes of the file cannot be said. */
  isAbridged: boolean;
}

const largestFileBytes = 1024 * 1024;
/** What is kept goes with the ask wherever it goes. */
const mostKept = 32 * 1024;
const patienceMs = 500;

/** Undefined for a call that edits no file. */
export async function lookAtFile(call: EditingCall, clock: Clock): Promise<EditedFile | undefined> {
  const path = editedPath(call.toolName, call.input);
  if (path === undefined || !isAbsolute(path) || path.includes('\0')) return undefined;
  const over = new AbortController();
  // A disk that is far away may never answer.
  const tooLate = pause(clock, patienceMs, over.signal).then((): Found => 'unreadable');
  const found = await Promise.race([contentOf(path), tooLate]);
  over.abort();
  return { path, ...(typeof found === 'string' ? { found, sections: [] } : changeOf(call, found.text)) };
}

type Found = Exclude<EditedFile['found'], 'text' | 'nothing'>;

async function contentOf(path: string): Promise<Found | { text: string | undefined }> {
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    if (file.code === 'ENOENT' || file.code === 'ENOTDIR') return { text: undefined };
    return file.code === 'ELOOP' ? 'link' : 'unreadable';
  }
  if (!file) return 'unreadable';
  try {
    if ((await file.stat()).size > largestFileBytes) return 'too_large';
    const bytes = await file.readFile();
    return bytes.includes(0)
      ? 'binary'
      : { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return error instanceof TypeError ? 'binary' : 'unreadable';
  } finally {
    await file.close();
  }
}

function changeOf({ toolName, input, isAbridged }: EditingCall, content: string | undefined): Omit<EditedFile, 'path'> {
  const found = content === undefined ? 'nothing' : 'text';
  if (isAbridged) return { found, sections: [], isCut: true };
  const hasCrlf = content?.includes('\r\n') === true;
  const before = hasCrlf ? content.replaceAll('\r\n', '\n') : (content ?? '');
  const about = { found, ...(hasCrlf && { hasCrlf }) } as const;
  const cells = cellSections(toolName, input, before);
  if (cells) return { ...about, ...kept(cells) };
  const after = afterEdit(toolName, input, before);
  if (!after) return { ...about, sections: [] };
  if ('problem' in after) return { ...about, sections: [], problem: after.problem };
  return { ...about, ...kept(sectionsOf(before, hasCrlf ? after.text.replaceAll('\r\n', '\n') : after.text)) };
}

/** As many from the first on as fit. */
function kept(sections: readonly FileSection[]): Pick<EditedFile, 'sections' | 'isCut'> {
  let room = mostKept;
  const fitting = sections.filter(({ before, after }) => (room -= before.length + after.length) >= 0);
  return { sections: fitting, ...(fitting.length < sections.length && { isCut: true }) };
}
