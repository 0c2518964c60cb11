import { deviceStoreSuite } from '../deviceStore.suite.ts';
import { openDatabase } from './database.ts';
import { createSqliteDeviceStore } from './sqliteDeviceStore.ts';

deviceStoreSuite('SQLite', async () => {
  const database = await openDatabase();
  return { store: createSqliteDeviceStore(database), [Symbol.asyncDispose]: async () => database.close() };
});
