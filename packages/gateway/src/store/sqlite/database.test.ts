import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { openDatabase } from './database.ts';
import { loadSqlite } from './sqlite.ts';

const fileMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function opened(path?: string) {
  const database = await openDatabase(path);
  return { ...database, [Symbol.dispose]: () => database.close() };
}

describe('openDatabase', () => {
  test('brings an empty file to the newest version, once', async () => {
    using folder = tempFolder();
    const path = folder.at('beckon.db');
    for (let start = 0; start < 2; start++) {
      using database = await opened(path);
      expect(database.durable.get('PRAGMA user_version')).toEqual({ user_version: 9 });
      const tables = database.durable.all(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      );
      expect(tables.map(({ name }) => name)).toEqual([
        'asks',
        'sessions',
        'messages',
        'images',
        'log',
        'attempts',
        'probe',
        'retention',
        'devices',
        'trusted_folders',
        'inputs',
        'ask_inputs',
        'settings',
        'channels',
        'call_keys',
      ]);
    }
  });

  test('keeps what is there', async () => {
    using folder = tempFolder();
    {
      using database = await opened(folder.at('beckon.db'));
      database.relaxed.run('INSERT INTO sessions (id, json) VALUES (?, ?)', 'a', '{}');
    }
    using database = await opened(folder.at('beckon.db'));
    expect(database.durable.all('SELECT id FROM sessions')).toEqual([{ id: 'a' }]);
  });

  test('refuses the file of a newer Beckon, says so, and leaves it as it is', async () => {
    using folder = tempFolder();
    const path = folder.at('beckon.db');
    const { DatabaseSync } = await loadSqlite();
    const newer = new DatabaseSync(path);
    newer.exec('CREATE TABLE future (x); PRAGMA user_version = 99');
    newer.close();
    await expect(openDatabase(path)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('newer Beckon') as string,
    });
    const after = new DatabaseSync(path);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    after.close();
  });

  test.each([
    ['is not there', 'missing/beckon.db'],
    ['is a folder', '.'],
  ])('says what to do where its place %s', async (_, name) => {
    using folder = tempFolder();
    await expect(openDatabase(folder.at(name))).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  test('[L2] one connection waits for the disk, the other does not', async () => {
    using folder = tempFolder();
    using database = await opened(folder.at('beckon.db'));
    const synchronous = ({ get }: typeof database.durable) => get('PRAGMA synchronous')?.['synchronous'];
    expect(database.durable.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect([synchronous(database.durable), synchronous(database.relaxed)]).toEqual([2, 1]);
  });

  test('[L8] no write stops everyone for long because another program holds a lock', async () => {
    using folder = tempFolder();
    using database = await opened(folder.at('beckon.db'));
    const waits = () => [database.durable, database.relaxed].map(({ get }) => get('PRAGMA busy_timeout')?.['timeout']);
    expect(waits()).toEqual([50, 50]);
    database.setPatience(false);
    expect(waits()).toEqual([0, 0]);
  });

  test('no other user can read it, nor what SQLite keeps beside it', async () => {
    using folder = tempFolder();
    const path = folder.at('beckon.db');
    using database = await opened(path);
    database.durable.run('INSERT INTO sessions (id, json) VALUES (?, ?)', 'a', '{}');
    expect([path, `${path}-wal`, `${path}-shm`].map(fileMode)).toEqual(['600', '600', '600']);
  });

  test('without a path both connections share one database in memory', async () => {
    using database = await opened();
    database.relaxed.run('INSERT INTO sessions (id, json) VALUES (?, ?)', 'a', '{}');
    expect(database.durable.get('SELECT id FROM sessions')).toEqual({ id: 'a' });
  });

  test('a message or an image goes with its session, and cannot be without one', async () => {
    using database = await opened();
    const { relaxed } = database;
    const addMessage = () => relaxed.run(`INSERT INTO messages (session_id, id, json) VALUES ('a', 'm', '{}')`);
    expect(addMessage).toThrow(expect.objectContaining({ code: 'internal' }));
    relaxed.run(`INSERT INTO sessions (id, json) VALUES ('a', '{}')`);
    addMessage();
    relaxed.run(`DELETE FROM sessions WHERE id = 'a'`);
    expect(relaxed.all('SELECT * FROM messages')).toEqual([]);
  });
});
