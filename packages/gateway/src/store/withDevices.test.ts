import { readFileSync } from 'node:fs';
import { Ask, LogEntry } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { auditLogOf } from '../../../../tests/support/testAuditLog.ts';
import { openDatabase } from './sqlite/database.ts';
import { loadSqlite } from './sqlite/sqlite.ts';
import { createSqliteAskStore } from './sqlite/sqliteAskStore.ts';
import { withDevices } from './withDevices.ts';

const firefox = { id: 'earlier:Firefox on Linux', name: 'Firefox on Linux' };

test('a file of an earlier version gives asks and entries whose devices have an id', async () => {
  using folder = tempFolder();
  const path = folder.at('beckon.db');
  const { DatabaseSync } = await loadSqlite();
  const earlier = new DatabaseSync(path);
  earlier.exec(readFileSync(new URL('sqlite/fixtures/version-1.sql', import.meta.url), 'utf8'));
  earlier.close();
  const database = await openDatabase(path);
  const auditLog = auditLogOf(database);

  const { asks } = createSqliteAskStore(database, auditLog).page({ limit: 10 });
  const { entries } = auditLog.page({ limit: 100 });
  database.close();
  expect(asks.at(-1)?.answeredBy).toEqual({ type: 'device', ...firefox, clientKey: 'k1' });
  for (const ask of asks) expect(Ask.parse(ask)).toEqual(ask);
  for (const entry of entries) expect(LogEntry.parse(entry)).toEqual(entry);
});

test.each<[string, object, object]>([
  [
    'a receipt',
    { seen: [{ device: 'Firefox on Linux', at: 1 }], shown: [{ device: 'Firefox on Linux', at: 1 }] },
    { seen: [{ device: firefox, at: 1 }], shown: [{ device: firefox, at: 1 }] },
  ],
  [
    'a step',
    { changed: { answeredBy: { device: 'Firefox on Linux' } } },
    { changed: { answeredBy: { type: 'device', ...firefox } } },
  ],
  [
    'a grant',
    { grantedBy: { device: 'Firefox on Linux', clientKey: 'k' } },
    { grantedBy: { type: 'device', ...firefox, clientKey: 'k' } },
  ],
  ['a choice', { permissionMode: 'plan', device: 'Firefox on Linux' }, { permissionMode: 'plan', device: firefox }],
  ['a session', { createdOn: 'Firefox on Linux' }, { createdOn: firefox }],
  // What the agent asks about is not ours to change, whatever its fields are called.
  [
    'a tool’s input',
    { input: { device: 'x', seen: [{ device: 'y' }] } },
    { input: { device: 'x', seen: [{ device: 'y' }] } },
  ],
  [
    'this version',
    { answeredBy: { type: 'terminal' }, device: firefox },
    { answeredBy: { type: 'terminal' }, device: firefox },
  ],
])('%s', (_, earlier, now) => {
  expect(withDevices(earlier)).toEqual(now);
});
