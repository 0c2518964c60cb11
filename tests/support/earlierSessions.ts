// Sessions of earlier days, put straight into the database of a gateway that does not run: nobody waits for thousands of
// agents.
import type { SessionInfo } from '@beckon/protocol';
import { openSqliteStores } from '../../packages/gateway/src/store/sqlite/sqliteStores.ts';
import { sessionInfo } from './conversations.ts';

export function earlierSessionId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** As many as are wanted; the higher its number, the later a session was touched. */
export function earlierSessions(count: number, change: (number: number) => Partial<SessionInfo> = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const own = { id: earlierSessionId(number), title: `Session ${number}`, lastActivityAt: number };
    return sessionInfo({ ...own, state: 'dead', abilities: ['message'], ...change(number) });
  });
}

export async function keepSessions(databasePath: string, sessions: readonly SessionInfo[]): Promise<void> {
  const stores = await openSqliteStores(databasePath);
  for (const session of sessions) stores.sessions.saveSession(session);
  stores.disk.close();
}
