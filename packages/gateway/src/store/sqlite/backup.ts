// A copy of the database as it was before a newer Beckon changed it, beside it under `backups/`.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { dateName } from './dateName.ts';

/** How many are kept; one is as large as the database. */
const keptBackups = 3;

export interface BackupOptions {
  /** The database's own file. */
  path: string;
  version: number;
  now: number;
}

export function backUp(database: DatabaseSyncInstance, { path, version, now }: BackupOptions): void {
  const folder = join(dirname(path), 'backups');
  const copy = dateName(join(folder, `beckon-v${version}-`), now, '.db');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite fills an empty file that is there, and so keeps its mode.
    writeFileSync(copy, '', { mode: 0o600 });
    database.prepare('VACUUM INTO ?').run(copy);
  } catch (cause) {
    if (existsSync(copy)) rmSync(copy);
    const message =
      `Beckon must change its database for this version, and could not write a copy to ${folder} first. ` +
      'Nothing was changed. Make room on the disk and start again.';
    throw new BeckonError('store_unavailable', message, { cause });
  }
  forgetOld(folder);
}

function forgetOld(folder: string): void {
  const dateOf = (name: string) => name.replace(/^beckon-v\d+-/, '');
  const names = readdirSync(folder).filter((name) => /^beckon-v\d+-.+\.db$/.test(name));
  const oldestFirst = names.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)));
  for (const name of oldestFirst.slice(0, -keptBackups)) rmSync(join(folder, name), { force: true });
}
