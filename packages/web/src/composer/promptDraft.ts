// A prompt that is being written: text, and pictures that were pasted, dropped or picked.
import { imageTypes } from '@beckon/protocol';
import type { ImageType, Prompt } from '@beckon/protocol';

export interface PromptDraft {
  text: string;
  images: DraftImage[];
  /** Why pictures that were shared with the app are not among them. */
  leftOut?: string[];
}

export interface DraftImage {
  id: string;
  name: string;
  mediaType: ImageType;
  /** The bytes in base64. */
  data: string;
}

export const emptyDraft: PromptDraft = { text: '', images: [] };

export function isEmptyDraft({ text, images }: PromptDraft): boolean {
  return text.trim() === '' && images.length === 0;
}

export function withoutImages({ text }: PromptDraft): PromptDraft {
  return { text, images: [] };
}

export function toPrompt({ text, images }: PromptDraft): Prompt {
  const trimmed = text.trim();
  if (images.length === 0) return trimmed;
  return [
    ...images.map(({ mediaType, data }) => ({ type: 'image' as const, mediaType, data })),
    ...(trimmed === '' ? [] : [{ type: 'text' as const, text: trimmed }]),
  ];
}

const megabyte = 1024 * 1024;
const imageLimit = 5 * megabyte;
/** In base64: what the gateway accepts in one request, less some room for the text. */
const totalLimit = 7 * megabyte;

/** Reads what can be sent along; of the rest it says why not. */
export async function readImages(
  files: File[],
  present: DraftImage[],
): Promise<{ images: DraftImage[]; problems: string[] }> {
  const images: DraftImage[] = [];
  const problems: string[] = [];
  let total = present.reduce((sum, { data }) => sum + data.length, 0);
  for (const file of files) {
    const mediaType = imageTypes.find((type) => type === file.type);
    const encodedSize = Math.ceil(file.size / 3) * 4;
    if (!mediaType) problems.push(`${file.name} is not a picture that the agent can read (PNG, JPEG, GIF or WebP).`);
    else if (file.size > imageLimit) problems.push(`${file.name} is larger than 5 MB.`);
    else if (total + encodedSize > totalLimit)
      problems.push(`${file.name} does not fit any more: all pictures together may have 7 MB.`);
    else {
      total += encodedSize;
      images.push({
        id: `${Date.now()}-${present.length + images.length}`,
        name: file.name,
        mediaType,
        data: await base64(file),
      });
    }
  }
  return { images, problems };
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
