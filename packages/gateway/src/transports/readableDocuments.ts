// What is sent as a document has to be one: the model's service refuses what is not, and with it every message after it.
import type { Prompt, PromptPart } from '@beckon/protocol';
import { BeckonError, documentLimits, documentName, promptParts } from '@beckon/protocol';

export function requireReadableDocuments(prompt: Prompt | undefined): void {
  for (const part of prompt === undefined ? [] : promptParts(prompt)) {
    const problem = part.type === 'document' ? problemOf(part) : undefined;
    if (problem !== undefined) throw new BeckonError('invalid_request', problem);
  }
}

function problemOf(part: Extract<PromptPart, { type: 'document' }>): string | undefined {
  const bytes = Buffer.from(part.data, 'base64');
  const { most, words } = documentLimits[part.mediaType];
  if (bytes.length > most) return `“${documentName(part)}” is too large: ${words} is taken.`;
  switch (part.mediaType) {
    case 'application/pdf':
      return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? undefined : `“${documentName(part)}” is no PDF.`;
    case 'text/plain':
      return isText(bytes) ? undefined : `“${documentName(part)}” is no text in UTF-8.`;
  }
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
