// What the palette offers for what is typed: places, what waits, sessions. Pure.
import type { SearchHit, Session, View } from '@beckon/protocol';
import { openAsks, sessionsInOrder, sizedHeadline } from '@beckon/protocol';
import { addressOfHit } from '../search/addressOfHit.ts';

export interface PaletteItem {
  key: string;
  group: 'Go to' | 'Waiting' | 'Sessions' | 'Said and done';
  text: string;
  /** What it is known by beside its text. */
  detail: string;
  href: string;
}

/** More is for the list's own search, which also knows older sessions. */
const mostSessions = 30;
const mostAsks = 30;

const places: PaletteItem[] = [
  { key: 'inbox', group: 'Go to', text: 'Inbox', detail: 'everything that waits', href: '/inbox' },
  { key: 'new', group: 'Go to', text: 'New session', detail: '', href: '/new' },
  { key: 'settings', group: 'Go to', text: 'Settings', detail: 'devices', href: '/settings' },
  { key: 'search', group: 'Go to', text: 'Search', detail: 'everything said and done', href: '/search' },
  { key: 'usage', group: 'Go to', text: 'Usage', detail: 'what it cost', href: '/usage' },
  { key: 'log', group: 'Go to', text: 'Log', detail: 'what was asked and answered', href: '/log' },
];

export function paletteItems(view: Pick<View, 'sessions' | 'asks'>, typed: string): PaletteItem[] {
  const asks = openAsks(view).map((ask): PaletteItem => {
    const { title = 'An older session', cwd } = view.sessions[ask.sessionId] ?? {};
    const text = sizedHeadline(ask, cwd);
    return { key: ask.id, group: 'Waiting', text, detail: title, href: `/sessions/${ask.sessionId}` };
  });
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ text, detail }: PaletteItem) => {
    const all = `${text} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return [
    ...places.filter(matches),
    ...asks.filter(matches).slice(0, mostAsks),
    ...sessionsInOrder(view).map(itemOfSession).filter(matches).slice(0, mostSessions),
  ];
}

/** What was said and done, and the way to all of it. */
export function itemsOfHits(hits: readonly SearchHit[], typed: string): PaletteItem[] {
  if (typed.trim() === '') return [];
  const group = 'Said and done';
  const all: PaletteItem = {
    key: 'search-all',
    group,
    text: `Search everything for “${typed.trim()}”`,
    detail: '',
    href: `/search?q=${encodeURIComponent(typed)}`,
  };
  const found = hits.map((hit, index): PaletteItem => {
    return { key: `hit-${index}`, group, text: hit.snippet, detail: hit.title ?? '', href: addressOfHit(hit) };
  });
  return [...found, all];
}

function itemOfSession({ id, title, cwd }: Session): PaletteItem {
  return { key: id, group: 'Sessions', text: title, detail: cwd, href: `/sessions/${id}` };
}
