// A person's settings in SQLite: one row each.
import type { SettingsStore } from '../settingsStore.ts';
import type { Connection } from './database.ts';

export function createSqliteSettingsStore({ durable: connection }: { durable: Connection }): SettingsStore {
  return {
    read() {
      const rows = connection.all('SELECT name, json FROM settings');
      return Object.fromEntries(rows.map(({ name, json }) => [name, JSON.parse(String(json))]));
    },
    write(change) {
      connection.transaction(() => {
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined) continue;
          const sql =
            'INSERT INTO settings (name, json) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json';
          connection.run(sql, name, JSON.stringify(value));
        }
      });
    },
  };
}
