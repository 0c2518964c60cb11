// Looks at the file that a call would change, when the call is asked about. Whatever is in its place, nothing is waited for and
// no ask is held up: what cannot be read is said to be so.
import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { EditedFile, FileSection, JsonObject } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';
import { openPlainFile } from '../plainFile.ts';
import { afterEdit, editedPath } from './afterEdit.ts';
import { changeSize } from './changeSize.ts';
import { cellChange } from './notebook.ts';
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
  // A disk that is far away may never answer. Then nobody knows what is there, and no version stands for it.
  const tooLate = pause(clock, patienceMs, over.signal).then((): Content => ({ found: 'unreadable' }));
  const { found, version, text } = await Promise.race([contentOf(path).catch(() => without('unreadable')), tooLate]);
  over.abort();
  const about = { path, found, ...(version !== undefined && { version }) };
  return { ...about, ...(isComparable(found) ? comparedWith(call, text) : { sections: [] }) };
}

/** The ask matters more than what is shown beside it. */
function comparedWith(call: EditingCall, text: string | undefined): Change {
  try {
    return changeOf(call, text);
  } catch {
    return notCompared;
  }
}

type Found = EditedFile['found'];

interface Content {
  found: Found;
  version?: string;
  text?: string;
}

/** What has no content that is looked at is the same for as long as it is found so. */
const without = (found: Found): Content => ({ found, version: found });

const isComparable = (found: Found) => found === 'text' || found === 'nothing';

async function contentOf(path: string): Promise<Content> {
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    if (file.code === 'ENOENT' || file.code === 'ENOTDIR') return without('nothing');
    return without(file.code === 'ELOOP' ? 'link' : 'unreadable');
  }
  if (!file) return without('unreadable');
  try {
    const { size, mtimeMs } = await file.stat();
    if (size > largestFileBytes) return { found: 'too_large', version: `${size} bytes of ${mtimeMs}` };
    // No more than it has now: somebody may be adding to it all the while.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size + 1), 0, size + 1, 0);
    return read(buffer.subarray(0, bytesRead));
  } catch {
    return without('unreadable');
  } finally {
    await file.close();
  }
}

function read(bytes: Buffer): Content {
  const version = createHash('sha256').update(bytes).digest('hex');
  if (bytes.includes(0)) return { found: 'binary', version };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { found: 'text', version, text };
  } catch {
    return { found: 'binary', version };
  }
}

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
