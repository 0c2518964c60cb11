import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { storesSuite } from '../stores.suite.ts';
import { openSqliteStores } from './sqliteStores.ts';

storesSuite('SQLite in memory', async (now) => {
  const stores = await openSqliteStores(undefined, now);
  return { stores, [Symbol.asyncDispose]: async () => stores.disk.close() };
});

storesSuite('SQLite on disk', async (now) => {
  const folder = tempFolder();
  const stores = await openSqliteStores(folder.at('beckon.db'), now);
  return {
    stores,
    async [Symbol.asyncDispose]() {
      stores.disk.close();
      folder[Symbol.dispose]();
    },
  };
});
