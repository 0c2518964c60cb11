// Sessions, their messages, images and documents in memory.
import type { Message } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { removedEntry, sessionEntries } from '../../log/sessionEntries.ts';
import type { LogStore } from '../logStore.ts';
import type { SessionStore, StoredSession } from '../sessionStore.ts';
import type { Memory } from './memoryTables.ts';

export function createMemorySessionStore(
  { tables: { sessions, messages, attachments }, write }: Memory,
  log: Pick<LogStore, 'append'>,
): SessionStore {
  const readSession = (sessionId: string): StoredSession | undefined => {
    const row = sessions.get(sessionId);
    return row && (JSON.parse(row.json) as StoredSession);
  };
  const requireSession = (sessionId: string) => {
    if (sessions.get(sessionId)) return;
    throw new BeckonError('store_unavailable', 'This session is not kept, so neither can be what is said in it.');
  };

  return {
    saveSession(session) {
      write('relaxed', () => {
        const entries = sessionEntries(readSession(session.id), session);
        sessions.put(session.id, { json: JSON.stringify(session) });
        for (const entry of entries) log.append(entry, 'relaxed');
      });
    },
    listSessions: () => sessions.inOrder().map(([, { json }]) => JSON.parse(json) as StoredSession),
    deleteSession(sessionId, device) {
      write('relaxed', () => {
        const removed = readSession(sessionId);
        if (!removed) return;
        sessions.remove(sessionId);
        for (const belongings of [messages, attachments]) belongings.removeAll((row) => row.sessionId === sessionId);
        log.append(removedEntry(removed, device), 'relaxed');
      });
    },
    saveMessages(sessionId, saved) {
      write('relaxed', () => {
        requireSession(sessionId);
        for (const message of saved) {
          messages.put(messageKey(sessionId, message.id), { sessionId, json: JSON.stringify(message) });
        }
      });
    },
    readMessage(sessionId, messageId) {
      const row = messages.get(messageKey(sessionId, messageId));
      return row && (JSON.parse(row.json) as Message);
    },
    listMessages(sessionId, { before, limit }) {
      const older = messages
        .inOrder((row) => row.sessionId === sessionId)
        .filter(([, { number }]) => before === undefined || number < Number(before));
      const page = older.slice(-limit);
      const oldest = page[0];
      return {
        messages: page.map(([, { json }]) => JSON.parse(json) as Message),
        ...(oldest && older.length > limit && { next: String(oldest[1].number) }),
      };
    },
    saveAttachment(sessionId, attachmentId, { mediaType, data }) {
      write('relaxed', () => {
        requireSession(sessionId);
        attachments.put(attachmentId, { sessionId, mediaType, data: data.slice() });
      });
    },
    readAttachment(sessionId, attachmentId) {
      const attachment = attachments.get(attachmentId);
      return attachment?.sessionId === sessionId
        ? { mediaType: attachment.mediaType, data: attachment.data }
        : undefined;
    },
  };
}

export function messageKey(sessionId: string, messageId: string): string {
  return `${sessionId} ${messageId}`;
}
