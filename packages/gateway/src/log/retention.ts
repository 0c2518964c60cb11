// Forgets what is old: sessions in which nothing happens any more, asks that are over, with all that the log has of them,
// and entries that belong to nothing open.
// Works through it in small pieces, so that nobody waits for it, once after the start and then every day.
import type { Clock } from '../clock.ts';
import type { Stores } from '../store/stores.ts';
import type { AuditLog } from './auditLog.ts';

export interface RetentionOptions {
  stores: Pick<Stores, 'log' | 'disk'>;
  auditLog: Pick<AuditLog, 'note'>;
  /** Removes the sessions in which nothing has happened since then, and nothing waits. */
  forgetSessions(before: number): Promise<void>;
  clock: Clock;
  /** How long asks and entries are kept; 0 for ever. */
  keepDays: number;
  onFailure: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60_000;
const firstAfterMs = 1_000;
const pauseMs = 20;

export function startRetention(options: RetentionOptions): { close(): void } {
  const { stores, clock, keepDays, onFailure } = options;
  let cancel = clock.after(firstAfterMs, begin);
  return { close: () => cancel() };

  function begin(): void {
    if (keepDays === 0) return work(stores.disk.shrinking()[Symbol.iterator]());
    const before = clock.now() - keepDays * dayMs;
    options.forgetSessions(before).catch(onFailure);
    work(forgetting(options, before));
  }

  function work(pieces: Iterator<void>): void {
    let isDone = true;
    try {
      isDone = pieces.next().done === true;
    } catch (error) {
      // The disk may be full or locked: tomorrow is early enough.
      onFailure(error);
    }
    cancel = isDone ? clock.after(dayMs, begin) : clock.after(pauseMs, () => work(pieces));
  }
}

function* forgetting({ stores, auditLog }: RetentionOptions, before: number): Generator<void> {
  const forgotten = { asks: 0, entries: 0 };
  for (const { asks, entries } of stores.log.prune(before)) {
    forgotten.asks += asks;
    forgotten.entries += entries;
    yield;
  }
  if (forgotten.asks + forgotten.entries > 0) auditLog.note({ type: 'history_pruned', data: { before, ...forgotten } });
  // The room of what was forgotten, and of sessions that were removed.
  yield* stores.disk.shrinking();
}
