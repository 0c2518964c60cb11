// A person's message as clients are shown it: they fetch an image's bytes when they show it, events carry only its id.
import { randomUUID } from 'node:crypto';
import type { Part, PromptPart, SessionId } from '@beckon/protocol';
import type { SessionStore } from '../../store/sessionStore.ts';

/** Keeps the images on the way. */
export function shownParts(store: SessionStore, sessionId: SessionId, parts: readonly PromptPart[]) {
  return parts.map((part) => {
    if (part.type === 'text') return part;
    const { mediaType, data } = part;
    const imageId = randomUUID();
    store.saveImage(sessionId, imageId, { mediaType, data: Buffer.from(data, 'base64') });
    return { type: 'image' as const, imageId, mediaType };
  });
}

/** The same the other way round: as it is sent to an agent. */
export function sentParts(store: SessionStore, sessionId: SessionId, parts: readonly Part[]): PromptPart[] {
  return parts.flatMap((part): PromptPart[] => {
    if (part.type === 'text') return [part];
    const image = part.type === 'image' ? store.readImage(sessionId, part.imageId) : undefined;
    return image
      ? [{ type: 'image', mediaType: image.mediaType, data: Buffer.from(image.data).toString('base64') }]
      : [];
  });
}
