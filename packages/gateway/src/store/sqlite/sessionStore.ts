// Sessions, their messages and images in SQLite. None of it is needed to answer an ask, so it is written relaxed: a
// process can crash without losing it. Starts, ends and the like go into the audit log in the same step.
import type { Device, ImageType, Message, SessionInfo } from '@beckon/protocol';
import type { Connection } from './database.ts';
import { withDevices } from '../withDevices.ts';
import type { History } from '../../log/history.ts';
import { sessionEntries } from '../../log/sessionEntries.ts';

export interface StoredImage {
  mediaType: ImageType;
  data: Uint8Array;
}

export interface StoredSession extends SessionInfo {
  /** Messages that its agent has been sent, and may not have read. */
  sent?: string[];
}

export interface MessageQuery {
  /** A cursor from an earlier page; the newest messages without it. */
  before?: string | undefined;
  limit: number;
}

export interface StoredPage {
  messages: Message[];
  next?: string;
}

export class SessionStore {
  readonly #connection: Connection;
  readonly #history: Pick<History, 'append'>;

  constructor({ relaxed }: { relaxed: Connection }, history: Pick<History, 'append'>) {
    this.#connection = relaxed;
    this.#history = history;
  }

  saveSession(session: StoredSession): void {
    this.#connection.transaction(() => {
      const entries = sessionEntries(this.#readSession(session.id), session);
      this.#connection.run(
        'INSERT INTO sessions (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
        session.id,
        JSON.stringify(session),
      );
      for (const entry of entries) this.#history.append(entry, 'relaxed');
    });
  }

  listSessions(): StoredSession[] {
    return this.#connection
      .all('SELECT json FROM sessions')
      .map((row) => withDevices(JSON.parse(String(row['json'])) as StoredSession));
  }

  /** Its messages and images go with it; its entries in the log stay. */
  deleteSession(sessionId: string, device?: Device): void {
    this.#connection.transaction(() => {
      const title = this.#readSession(sessionId)?.title;
      const { changes } = this.#connection.run('DELETE FROM sessions WHERE id = ?', sessionId);
      const data = { ...(title !== undefined && { title }), ...(device !== undefined && { device }) };
      if (changes > 0) this.#history.append({ type: 'session_removed', sessionId, data }, 'relaxed');
    });
  }

  saveMessage(sessionId: string, message: Message): void {
    this.#connection.run(
      `INSERT INTO messages (session_id, id, json) VALUES (?, ?, ?)
       ON CONFLICT (session_id, id) DO UPDATE SET json = excluded.json`,
      sessionId,
      message.id,
      JSON.stringify(message),
    );
  }

  readMessage(sessionId: string, messageId: string): Message | undefined {
    const row = this.#connection.get('SELECT json FROM messages WHERE session_id = ? AND id = ?', sessionId, messageId);
    return row && (JSON.parse(String(row['json'])) as Message);
  }

  /** The newest messages, or those before the cursor, in reading order. */
  listMessages(sessionId: string, { before, limit }: MessageQuery): StoredPage {
    const rows = this.#connection.all(
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
  }

  saveImage(sessionId: string, imageId: string, { mediaType, data }: StoredImage): void {
    this.#connection.run(
      'INSERT INTO images (id, session_id, media_type, data) VALUES (?, ?, ?, ?)',
      imageId,
      sessionId,
      mediaType,
      data,
    );
  }

  readImage(sessionId: string, imageId: string): StoredImage | undefined {
    const row = this.#connection.get(
      'SELECT media_type, data FROM images WHERE id = ? AND session_id = ?',
      imageId,
      sessionId,
    );
    if (!row || !(row['data'] instanceof Uint8Array)) return undefined;
    return { mediaType: row['media_type'] as ImageType, data: row['data'] };
  }

  #readSession(sessionId: string): SessionInfo | undefined {
    const row = this.#connection.get('SELECT json FROM sessions WHERE id = ?', sessionId);
    return row && (JSON.parse(String(row['json'])) as SessionInfo);
  }
}
