// A person's message as clients are shown it: they fetch the bytes of an image or a document when they show it, events carry
// only its id.
import { randomUUID } from 'node:crypto';
import type { AttachmentType, Part, PromptPart, SessionId } from '@beckon/protocol';
import { documentName, DocumentType, ImageType } from '@beckon/protocol';
import type { SessionStore } from '../../store/sessionStore.ts';

/** Keeps images and documents on the way. */
export function shownParts(store: SessionStore, sessionId: SessionId, parts: readonly PromptPart[]): Part[] {
  const keep = (mediaType: AttachmentType, data: Buffer): string => {
    const id = randomUUID();
    store.saveAttachment(sessionId, id, { mediaType, data });
    return id;
  };
  return parts.map((part): Part => {
    if (part.type === 'text') return part;
    const data = Buffer.from(part.data, 'base64');
    if (part.type === 'image') {
      return { type: 'image', imageId: keep(part.mediaType, data), mediaType: part.mediaType };
    }
    const { mediaType } = part;
    const documentId = keep(mediaType, data);
    return { type: 'document', documentId, mediaType, name: documentName(part), bytes: data.length };
  });
}

/** The same the other way round: as it is sent to an agent. */
export function sentParts(store: SessionStore, sessionId: SessionId, parts: readonly Part[]): PromptPart[] {
  return parts.flatMap((part): PromptPart[] => {
    switch (part.type) {
      case 'text':
        return [part];
      case 'image': {
        const image = readImage(store, sessionId, part.imageId);
        return image ? [{ type: 'image', mediaType: image.mediaType, data: base64(image.data) }] : [];
      }
      case 'document': {
        const { name } = part;
        const document = readDocument(store, sessionId, part.documentId);
        return document ? [{ type: 'document', name, mediaType: document.mediaType, data: base64(document.data) }] : [];
      }
      default:
        return [];
    }
  });
}

interface Kept<Type> {
  mediaType: Type;
  data: Uint8Array;
}

export function readImage(store: SessionStore, sessionId: SessionId, imageId: string): Kept<ImageType> | undefined {
  const kept = store.readAttachment(sessionId, imageId);
  const mediaType = ImageType.safeParse(kept?.mediaType);
  return kept && mediaType.success ? { mediaType: mediaType.data, data: kept.data } : undefined;
}

export function readDocument(
  store: SessionStore,
  sessionId: SessionId,
  documentId: string,
): Kept<DocumentType> | undefined {
  const kept = store.readAttachment(sessionId, documentId);
  const mediaType = DocumentType.safeParse(kept?.mediaType);
  return kept && mediaType.success ? { mediaType: mediaType.data, data: kept.data } : undefined;
}

function base64(data: Uint8Array): string {
  return Buffer.from(data).toString('base64');
}
