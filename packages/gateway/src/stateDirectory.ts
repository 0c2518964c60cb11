// The state directory: everything that Beckon keeps is below it, and one gateway at a time may use it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import { z } from 'zod';
import { loadSqlite } from './database.ts';

export interface StateDirectory {
  path: string;
  databasePath: string;
  /** Whoever holds it is a person's device. */
  token: string;
  /** Lets other commands, and a second gateway, find this one. */
  announce(url: string): void;
  release(): void;
}

/** What `announce` leaves behind. */
const Announcement = z.object({ pid: z.int(), url: z.string() });
export type Announcement = z.infer<typeof Announcement>;

export async function openStateDirectory(path: string): Promise<StateDirectory> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  const lock = await holdLock(path);
  return {
    path,
    databasePath: join(path, 'beckon.db'),
    token: readOrMakeToken(path),
    announce: (url) =>
      writeFileSync(announcementPath(path), JSON.stringify({ pid: process.pid, url }), { mode: 0o600 }),
    release: () => lock.close(),
  };
}

export function readAnnouncement(stateDirectory: string): Announcement | undefined {
  try {
    return Announcement.parse(JSON.parse(readFileSync(announcementPath(stateDirectory), 'utf8')));
  } catch {
    return undefined;
  }
}

export function tokenPath(stateDirectory: string): string {
  return join(stateDirectory, 'token');
}

function announcementPath(stateDirectory: string): string {
  return join(stateDirectory, 'gateway.json');
}

/** An SQLite lock is the kernel's: it goes when the process goes, however that happens, and is never stale. */
async function holdLock(path: string): Promise<{ close(): void }> {
  const { DatabaseSync } = await loadSqlite();
  const lock = new DatabaseSync(join(path, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    const holder = readAnnouncement(path);
    const who = holder ? `process ${holder.pid} at ${holder.url}` : 'another process';
    throw new BeckonError('store_unavailable', `Beckon already runs on ${path}: ${who}. Stop it or use --state-dir.`, {
      cause,
    });
  }
}

function readOrMakeToken(path: string): string {
  const file = tokenPath(path);
  try {
    const token = readFileSync(file, 'utf8').trim();
    if (token.length >= 32) return token;
  } catch {
    // The first start: there is none yet.
  }
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return token;
}
