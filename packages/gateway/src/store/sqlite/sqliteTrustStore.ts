// Decisions about folders in SQLite: one row a folder, the decision itself as JSON text.
import type { StoredTrust, TrustStore } from '../trustStore.ts';
import type { Connection, Row } from './database.ts';

export function createSqliteTrustStore({ durable }: { durable: Connection }): TrustStore {
  return {
    list: () => durable.all('SELECT json FROM trusted_folders ORDER BY number').map(readTrust),
    find(folder) {
      const row = durable.get('SELECT json FROM trusted_folders WHERE folder = ?', folder);
      return row && readTrust(row);
    },
    save(trust) {
      durable.run(
        `INSERT INTO trusted_folders (folder, json) VALUES (?, ?)
         ON CONFLICT (folder) DO UPDATE SET json = excluded.json`,
        trust.folder,
        JSON.stringify(trust),
      );
    },
  };
}

/** Our own writing, so it is trusted. */
function readTrust(row: Row): StoredTrust {
  return JSON.parse(String(row['json'])) as StoredTrust;
}
