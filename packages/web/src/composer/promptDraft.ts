// A prompt that is being written: text, and pictures and documents that were pasted, dropped or picked.
import type { Ability, DocumentType, ImageType, Prompt, PromptPart } from '@beckon/protocol';

export interface PromptDraft {
  text: string;
  files: DraftFile[];
  /** Why some of what was shared with the app is not among them. */
  leftOut?: string[];
  /** What of it came from another app or page, and not from the person. */
  shared?: { lines: string[]; fileIds: string[] };
}

export type DraftFile = {
  id: string;
  name: string;
  /** The bytes in base64. */
  data: string;
} & ({ type: 'image'; mediaType: ImageType } | { type: 'document'; mediaType: DocumentType });

/** What a session takes beside text. */
export type Attachable = Extract<Ability, 'images' | 'documents'>;

export const emptyDraft: PromptDraft = { text: '', files: [] };

export function isEmptyDraft({ text, files }: PromptDraft): boolean {
  return text.trim() === '' && files.length === 0;
}

/** The draft with more at its end, which another app or page has shared. */
export function withShared(draft: PromptDraft, { text, files }: Pick<PromptDraft, 'text' | 'files'>): PromptDraft {
  const { lines = [], fileIds = [] } = draft.shared ?? {};
  // A form sends its lines with `\r\n`, and a field gives them back with `\n`.
  const sharedLines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return {
    ...draft,
    text: [draft.text.trimEnd(), text].filter((part) => part !== '').join('\n\n'),
    files: [...draft.files, ...files],
    shared: { lines: [...lines, ...sharedLines], fileIds: [...fileIds, ...files.map(({ id }) => id)] },
  };
}

/** Whether something that was shared is still in it. A line that its person has changed is theirs. */
export function holdsShared({ text, files, shared }: PromptDraft): boolean {
  if (!shared) return false;
  return shared.lines.some((line) => text.includes(line)) || files.some(({ id }) => shared.fileIds.includes(id));
}

export function attachables(abilities: readonly Ability[] = []): Attachable[] {
  return abilities.filter((ability) => ability === 'images' || ability === 'documents');
}

/** The draft without what the session does not take. */
export function withOnly({ text, files }: PromptDraft, takes: readonly Attachable[]): PromptDraft {
  return { text, files: files.filter(({ type }) => takes.includes(`${type}s`)) };
}

export function toPrompt({ text, files }: PromptDraft): Prompt {
  const trimmed = text.trim();
  if (files.length === 0) return trimmed;
  return [...files.map(toPart), ...(trimmed === '' ? [] : [{ type: 'text' as const, text: trimmed }])];
}

function toPart(file: DraftFile): PromptPart {
  if (file.type === 'image') return { type: 'image', mediaType: file.mediaType, data: file.data };
  return { type: 'document', mediaType: file.mediaType, data: file.data, name: file.name };
}
