// Sessions, their messages, images and documents in SQLite, each as JSON text beside what is searched for.
import type { AttachmentType, Message, SessionInfo } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { removedEntry, sessionEntries } from '../../log/sessionEntries.ts';
import type { LogStore } from '../logStore.ts';
import type { SessionStore, StoredSession } from '../sessionStore.ts';
import { withDevices } from '../withDevices.ts';
import type { Connection } from './database.ts';
import { isMissingParent } from './sqlite.ts';

export function createSqliteSessionStore(
  { relaxed: connection }: { relaxed: Connection },
  log: Pick<LogStore, 'append'>,
): SessionStore {
  const readSession = (sessionId: string): SessionInfo | undefined => {
    const row = connection.get('SELECT json FROM sessions WHERE id = ?', sessionId);
    return row && (JSON.parse(String(row['json'])) as SessionInfo);
  };

  return {
    saveSession(session) {
      connection.transaction(() => {
        const entries = sessionEntries(readSession(session.id), session);
        connection.run(
          'INSERT INTO sessions (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
          session.id,
          JSON.stringify(session),
        );
        for (const entry of entries) log.append(entry, 'relaxed');
      });
    },
    listSessions: () =>
      connection
        .all('SELECT json FROM sessions ORDER BY rowid')
        .map((row) => withDevices(JSON.parse(String(row['json'])) as StoredSession)),
    deleteSession(sessionId, device) {
      connection.transaction(() => {
        const removed = readSession(sessionId);
        if (!removed) return;
        connection.run('DELETE FROM sessions WHERE id = ?', sessionId);
        log.append(removedEntry(removed, device), 'relaxed');
      });
    },
    saveMessages(sessionId, messages) {
      const save = (message: Message) =>
        connection.run(
          `INSERT INTO messages (session_id, id, json) VALUES (?, ?, ?)
           ON CONFLICT (session_id, id) DO UPDATE SET json = excluded.json`,
          sessionId,
          message.id,
          JSON.stringify(message),
        );
      ofKeptSession(() => connection.transaction(() => messages.forEach(save)));
    },
    readMessage(sessionId, messageId) {
      const row = connection.get('SELECT json FROM messages WHERE session_id = ? AND id = ?', sessionId, messageId);
      return row && (JSON.parse(String(row['json'])) as Message);
    },
    listMessages(sessionId, { before, limit }) {
      const rows = connection.all(
        'SELECT number, json FROM messages WHERE session_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
        sessionId,
        before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
        limit + 1,
      );
      const kept = rows.slice(0, limit).toReversed();
      const oldest = kept[0];
      return {
        messages: kept.map((row) => JSON.parse(String(row['json'])) as Message),
        ...(oldest && rows.length > limit && { next: String(oldest['number']) }),
      };
    },
    // Documents joined the images later, in the same table.
    saveAttachment(sessionId, attachmentId, { mediaType, data }) {
      ofKeptSession(() =>
        connection.run(
          'INSERT INTO images (id, session_id, media_type, data) VALUES (?, ?, ?, ?)',
          attachmentId,
          sessionId,
          mediaType,
          data,
        ),
      );
    },
    readAttachment(sessionId, attachmentId) {
      const row = connection.get(
        'SELECT media_type, data FROM images WHERE id = ? AND session_id = ?',
        attachmentId,
        sessionId,
      );
      if (!row || !(row['data'] instanceof Uint8Array)) return undefined;
      return { mediaType: row['media_type'] as AttachmentType, data: row['data'] };
    },
  };
}

/** While a disk is full the session itself may not have been written: what belongs to it has to wait for that. */
function ofKeptSession(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof BeckonError) || !isMissingParent(error.cause)) throw error;
    throw new BeckonError(
      'store_unavailable',
      'This session could not be kept yet, so neither can what is said in it.',
      {
        cause: error.cause,
      },
    );
  }
}
