// Cursors into what an agent keeps. For clients they are cursors like any other: they begin with a zero, as no row's does.
import type { PastPage } from './drivers/driver.ts';

/** Of the page before this one, or, without one, of the newest of that time. */
export function pastCursor(page?: PastPage): { next?: string } {
  if (!page) return { next: '0' };
  return page.next === undefined ? {} : { next: `0${page.next}` };
}

/** Undefined for a cursor into what is kept here. */
export function readPastCursor(cursor: string | undefined): { before?: number } | undefined {
  if (!cursor?.startsWith('0')) return undefined;
  return cursor === '0' ? {} : { before: Number(cursor.slice(1)) };
}
