// Reads files that a person wants to send along. What a file is, its content says: its name and what the browser makes of it
// are guesses.
import { attachmentWords, documentLimits, type DocumentType, type ImageType, imageTypes } from '@beckon/protocol';
import type { Attachable, DraftFile } from './promptDraft.ts';

const megabyte = 1024 * 1024;
const imageLimit = { most: 5 * megabyte, words: 'a picture of at most 5 MB' };
/** In base64: what the gateway accepts in one request, less some room for the text. */
const totalLimit = 7 * megabyte;

export interface FilesRead {
  files: DraftFile[];
  /** Why the others cannot be sent along, each a sentence that says what can. */
  problems: string[];
}

export async function readFiles(
  given: readonly File[],
  present: readonly DraftFile[],
  takes: readonly Attachable[],
): Promise<FilesRead> {
  const files: DraftFile[] = [];
  const problems: string[] = [];
  let total = present.reduce((sum, { data }) => sum + data.length, 0);
  for (const file of given) {
    // A folder that was dropped is a file that cannot be read.
    const kind = await kindOf(file).catch(() => undefined);
    const problem = problemOf(file, kind, takes);
    if (kind === undefined || problem !== undefined) problems.push(problem ?? notTaken(file.name));
    else if (total + Math.ceil(file.size / 3) * 4 > totalLimit)
      problems.push(`${file.name} does not fit any more: all files together may have 5 MB.`);
    else {
      const data = await base64(file);
      total += data.length;
      files.push({ id: `${Date.now()}-${present.length + files.length}`, name: plainName(file.name), data, ...kind });
    }
  }
  return { files, problems };
}

export const noFiles = 'This session takes no pictures and no documents from here.';

type Kind = { type: 'image'; mediaType: ImageType } | { type: 'document'; mediaType: DocumentType };

/** Undefined for what is nothing that an agent can read. */
async function kindOf(file: File): Promise<Kind | undefined> {
  const image = imageTypes.find((type) => type === file.type);
  if (image) return { type: 'image', mediaType: image };
  const beginning = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  if (String.fromCharCode(...beginning) === '%PDF-') return { type: 'document', mediaType: 'application/pdf' };
  const { most } = documentLimits['text/plain'];
  // Of one that is too large, its beginning tells; a character may be cut at the end of that.
  const isText = isUtf8(await file.slice(0, most).arrayBuffer(), file.size > most);
  return isText ? { type: 'document', mediaType: 'text/plain' } : undefined;
}

function isUtf8(bytes: ArrayBuffer, isCut: boolean): boolean {
  if (new Uint8Array(bytes).includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

function problemOf(file: File, kind: Kind | undefined, takes: readonly Attachable[]): string | undefined {
  if (!kind || !takes.includes(`${kind.type}s`)) return takes.length === 0 ? noFiles : notTaken(file.name, takes);
  if (file.size === 0) return `${file.name} is empty.`;
  const { most, words } = kind.type === 'image' ? imageLimit : documentLimits[kind.mediaType];
  return file.size > most ? `${file.name} is too large: ${words} is taken.` : undefined;
}

function notTaken(name: string, takes: readonly Attachable[] = ['images', 'documents']): string {
  const taken = takes.length > 1 ? attachmentWords : takes.includes('images') ? picturesOnly : documentsOnly;
  return `${name} is nothing that the agent can read. Taken are ${taken}.`;
}

const picturesOnly = 'pictures (PNG, JPEG, GIF or WebP)';
const documentsOnly = 'PDFs and text files in UTF-8';

/** As the gateway takes it: without what leads elsewhere, and what cannot be seen. */
function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  const plain = name.replaceAll(/[/\\\u0000-\u001f\u007f-\u009f]/g, '_').slice(-200);
  return /^\.{0,2}$/.test(plain) ? 'file' : plain;
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
