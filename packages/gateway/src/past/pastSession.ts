// One past session, as clients see it, and whether it is among those that are looked for.
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { PastOrigin, PastPlace, Session, SessionId, SessionQuery } from '@beckon/protocol';
import { sessionSearch } from '@beckon/protocol';
import type { TranscriptSummary } from '../drivers/claude/transcript/summary.ts';
import type { TranscriptFile } from './transcriptFiles.ts';

export interface KeptSession {
  file: TranscriptFile;
  summary: TranscriptSummary;
  place: PastPlace;
  /** When it came into Beckon, where it was there. */
  inBeckonSince: number | undefined;
}

export interface Surroundings {
  /** The conversations that an agent is in at this moment. */
  running: ReadonlySet<SessionId>;
  folders: KnownFolders;
}

export async function describePast(kept: KeptSession, { running, folders }: Surroundings): Promise<Session> {
  const { file, summary, place } = kept;
  const { branch, version, forkedFrom, usage } = summary;
  const lastActivityAt = Math.floor(file.mtimeMs);
  const runsElsewhere = running.has(file.sessionId);
  const isFolderGone = summary.cwd === undefined || !(await folders.isThere(summary.cwd));
  const canGoOn = place !== 'trash' && !runsElsewhere && !isFolderGone;
  return {
    id: file.sessionId,
    // What takes it up unless its person says otherwise.
    driver: 'sdk',
    conversationId: file.sessionId,
    cwd: folderOf(kept),
    title: summary.title,
    state: 'dead',
    permissionMode: 'default',
    models: [],
    abilities: canGoOn ? ['message'] : [],
    createdAt: Math.min(summary.startedAt ?? lastActivityAt, lastActivityAt),
    lastActivityAt,
    usage: usage ?? { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    asks: [],
    past: {
      origin: originOf(kept),
      place,
      bytes: file.size,
      ...(branch !== undefined && { branch }),
      ...(version !== undefined && { version }),
      ...(forkedFrom !== undefined && { forkedFrom }),
      ...(runsElsewhere && { runsElsewhere }),
      ...(isFolderGone && { isFolderGone }),
    },
  };
}

/** What can be told before a transcript is looked at, and after. */
export interface PastFilter {
  byTime(file: TranscriptFile): boolean;
  byContent(kept: KeptSession): boolean;
}

export function pastFilter({ q = '', cwd, since = 0, until = Number.POSITIVE_INFINITY }: SessionQuery): PastFilter {
  const hasWords = sessionSearch(q);
  const below = cwd === undefined || cwd.endsWith('/') ? cwd : `${cwd}/`;
  return {
    byTime: ({ mtimeMs }) => Math.floor(mtimeMs) >= since && Math.floor(mtimeMs) <= until,
    byContent(kept) {
      const folder = folderOf(kept);
      const isThere = below === undefined || folder === cwd || folder.startsWith(below);
      return isThere && hasWords({ title: kept.summary.title, cwd: folder, id: kept.file.sessionId });
    },
  };
}

/** Where no line names the folder, what Claude has made of its name. */
function folderOf({ summary, file }: KeptSession): string {
  return summary.cwd ?? basename(dirname(file.path));
}

/** Measured: `cli` for a terminal, `sdk-ts` and `sdk-py` for the SDK, `sdk-cli` for `claude -p`; editors name themselves. */
function originOf({ summary: { entrypoint = '', startedAt }, inBeckonSince }: KeptSession): PastOrigin {
  // One that had begun before was only taken up there.
  if (inBeckonSince !== undefined && startedAt !== undefined && startedAt >= inBeckonSince) return 'beckon';
  if (entrypoint === 'cli') return 'terminal';
  if (entrypoint.startsWith('sdk-')) return 'sdk';
  return /vscode|jetbrains|ide\b|cursor|zed|emacs|nvim/i.test(entrypoint) ? 'ide' : 'other';
}

/** Which folders are there. Many sessions are of the same: each is asked for once. */
export class KnownFolders {
  readonly #asked = new Map<string, Promise<boolean>>();

  isThere(path: string): Promise<boolean> {
    const asked = this.#asked.get(path) ?? isFolder(path);
    this.#asked.set(path, asked);
    return asked;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
