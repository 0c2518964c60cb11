// The audit log for those who only read it, whether or not a gateway runs on the same file.
import type { LogEntry, LogQuery } from '@beckon/protocol';
import { openForReading } from './database.ts';
import { readLog } from './sqliteLogStore.ts';

export interface LogReader extends Disposable {
  /** The whole log, oldest first, read a piece at a time. */
  entries(of: Omit<LogQuery, 'before' | 'limit'>): Iterable<LogEntry>;
  /** The sessions in the log whose id begins so. */
  sessionsThatBegin(start: string): string[];
}

/** Where there is no database yet, undefined. */
export async function openLogReader(path: string): Promise<LogReader | undefined> {
  const database = await openForReading(path);
  return (
    database && {
      entries: (of) => readLog(database, of),
      sessionsThatBegin: (start) =>
        database
          .all('SELECT DISTINCT session_id FROM log WHERE substr(session_id, 1, ?) = ?', start.length, start)
          .map((row) => String(row['session_id'])),
      [Symbol.dispose]: () => database[Symbol.dispose](),
    }
  );
}
