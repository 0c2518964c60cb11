// The state directory: everything that Beckon keeps is below it, and one gateway at a time may use it.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import { z } from 'zod';
import type { PrivateFolder } from './privateFolder.ts';
import { holdLock, isBusy, isLockHeld } from './kernelLock.ts';
import { holderOf, holdPlace } from './placeLock.ts';
import { isRunning } from './processes.ts';

export interface StateDirectory {
  path: string;
  databasePath: string;
  /** What search has made of the transcripts; it can be thrown away. */
  searchIndexPath: string;
  /** Whoever holds it is a person's device. */
  token: string;
  /** What an agent, which runs as the same user, must not be handed by its own tools. */
  privateFolder: PrivateFolder;
  /** Whoever holds the one that was has nothing any more. */
  replaceToken(token: string): void;
  /** Lets other commands, and a second gateway, find this one. */
  announce(url: string): void;
  release(): void;
}

const privateNames = [
  'token',
  'token.new',
  'open.html',
  'gateway.json',
  'lock.db',
  'lock.db-journal',
  'beckon.db',
  'beckon.db-wal',
  'beckon.db-shm',
  'beckon.db.corrupt-*',
  'search.db',
  'search.db-wal',
  'search.db-shm',
  'search.db-journal',
  'backups/*',
  'tmux.sock',
  'last-hook.json*',
  'hook-endpoint*',
  'hook-endpoints/*',
  'terminals/*',
  'agents/*',
  'past.jsonl*',
  'trash/*',
];

/** What `announce` leaves behind. */
const Announcement = z.object({ pid: z.int(), url: z.string() });
export type Announcement = z.infer<typeof Announcement>;

export async function openStateDirectory(path: string): Promise<StateDirectory> {
  // First the place, then what is there: where another gateway has lost its directory, not even a new one is made.
  const place = await holdPlace(path).catch(async (error: unknown) => {
    throw (await isHeld(path)) ? new BeckonError('store_unavailable', alreadyRuns(path), { cause: error }) : error;
  });
  const lock = await makeAndLock(path).catch((error: unknown) => {
    place.close();
    throw error;
  });
  const forget = () => rmSync(announcementPath(path), { force: true });
  forget();
  return {
    path,
    databasePath: databasePath(path),
    searchIndexPath: join(path, 'search.db'),
    token: readOrMakeToken(path),
    privateFolder: { path, names: privateNames, workplace: demoPath(path) },
    replaceToken: (token) => writeToken(path, token),
    announce: (url) =>
      writeFileSync(announcementPath(path), JSON.stringify({ pid: process.pid, url }), { mode: 0o600 }),
    release() {
      try {
        forget();
      } catch {
        // It stays, on a disk that has become read-only for instance; without the lock nobody believes it.
      }
      lock.close();
      place.close();
    },
  };
}

async function makeAndLock(path: string): Promise<{ close(): void }> {
  makePrivateFolder(path);
  return holdLock(lockPath(path), (cause) => describeRefusal(path, cause));
}

/**
 * The gateway that runs on this state directory. One that was killed leaves its announcement behind, and whoever
 * listens on its port by now must not be sent the token: it is believed only while somebody holds the lock.
 */
export async function runningGateway(stateDirectory: string): Promise<Announcement | undefined> {
  // In this order: a gateway that starts takes the lock, and then removes what an earlier one has announced.
  const held = await isHeld(stateDirectory);
  const announcement = readAnnouncement(stateDirectory);
  if (!announcement) return undefined;
  return (held ?? (await isRunning(announcement.pid))) ? announcement : undefined;
}

/** Why none can be reached on this state directory; `pid` where it is known which process has lost it. */
export type Absence = { is: 'none' | 'starting' } | { is: 'removed' | 'replaced'; pid: string };

/** Where `runningGateway` has found none. */
export async function whyNone(stateDirectory: string): Promise<Absence> {
  if (await isHeld(stateDirectory)) return { is: 'starting' };
  const pid = await holderOf(stateDirectory);
  if (pid === undefined) return { is: 'none' };
  return { is: existsSync(stateDirectory) ? 'replaced' : 'removed', pid };
}

function readAnnouncement(stateDirectory: string): Announcement | undefined {
  try {
    return Announcement.parse(JSON.parse(readFileSync(announcementPath(stateDirectory), 'utf8')));
  } catch {
    return undefined;
  }
}

export function tokenPath(stateDirectory: string): string {
  return join(stateDirectory, 'token');
}

export function databasePath(stateDirectory: string): string {
  return join(stateDirectory, 'beckon.db');
}

/** The demo's home and workspace. */
export function demoPath(stateDirectory: string): string {
  return join(stateDirectory, 'demo');
}

function lockPath(stateDirectory: string): string {
  return join(stateDirectory, 'lock.db');
}

function announcementPath(stateDirectory: string): string {
  return join(stateDirectory, 'gateway.json');
}

function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) closeToOthers(join(path, name));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BeckonError('store_unavailable', `Beckon cannot use ${path} as its state directory: ${why}`, { cause });
  }
}

/** Earlier versions left some files open to others. */
function closeToOthers(path: string): void {
  const status = lstatSync(path);
  const isOpen = (status.mode & 0o077) !== 0;
  if (isOpen && !status.isSymbolicLink()) chmodSync(path, status.mode & 0o700);
}

function isHeld(path: string): Promise<boolean | undefined> {
  return isLockHeld(lockPath(path));
}

function describeRefusal(path: string, cause: unknown): string {
  if (!isBusy(cause)) return `Beckon cannot use ${lockPath(path)}. It holds nothing: remove it and start again.`;
  return alreadyRuns(path);
}

/** The lock is held, as was just seen: whoever announced itself is its holder. */
function alreadyRuns(path: string): string {
  const holder = readAnnouncement(path);
  const who = holder ? `process ${holder.pid} at ${holder.url}` : 'another process';
  return `Beckon already runs on ${path}: ${who}. Stop it or use --state-dir.`;
}

function readOrMakeToken(path: string): string {
  const file = tokenPath(path);
  try {
    chmodSync(file, 0o600);
    const token = readFileSync(file, 'utf8').trim();
    if (token.length >= 32) return token;
  } catch {
    // The first start: there is none yet.
  }
  const token = randomBytes(32).toString('base64url');
  writeToken(path, token);
  return token;
}

/** Whole, whatever happens meanwhile: whoever reads it finds the one or the other. */
function writeToken(path: string, token: string): void {
  const next = `${tokenPath(path)}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(next, tokenPath(path));
}
