// A person's message as clients are shown it: they fetch an image's bytes when they show it, events carry only its id.
import { randomUUID } from 'node:crypto';
import type { PromptPart, SessionId } from '@beckon/protocol';
import type { SessionStore } from './sessionStore.ts';

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
