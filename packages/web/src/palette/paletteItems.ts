// What the palette offers for what is typed: places, what waits, sessions, settings, and what can be set from here. Pure.
import type { SearchHit, Session, UpdateSettings, View } from '@beckon/protocol';
import { openAsks, sessionsInOrder, sizedHeadline } from '@beckon/protocol';
import { addressOfHit } from '../search/addressOfHit.ts';
import { sectionId } from '../settings/sectionId.ts';

export interface PaletteItem {
  key: string;
  group: 'Go to' | 'Waiting' | 'Sessions' | 'Said and done' | 'Settings' | 'Do';
  text: string;
  /** What it is known by beside its text. */
  detail: string;
  /** Where it leads, … */
  href?: string;
  /** … or what it sets, for all devices. */
  change?: UpdateSettings;
}

/** More is for the list's own search, which also knows older sessions. */
const mostSessions = 30;
const mostAsks = 30;

const places: PaletteItem[] = [
  { key: 'inbox', group: 'Go to', text: 'Inbox', detail: 'everything that waits', href: '/inbox' },
  { key: 'new', group: 'Go to', text: 'New session', detail: '', href: '/new' },
  { key: 'settings', group: 'Go to', text: 'Settings', detail: 'for all of your devices', href: '/settings' },
  { key: 'search', group: 'Go to', text: 'Search', detail: 'everything said and done', href: '/search' },
  { key: 'usage', group: 'Go to', text: 'Usage', detail: 'what it cost', href: '/usage' },
  { key: 'log', group: 'Go to', text: 'Log', detail: 'what was asked and answered', href: '/log' },
];

/** By the titles of its sections: each can be gone to by its own name. */
const settings: PaletteItem[] = [
  ['Appearance', 'light or dark theme'],
  ['Second thoughts', 'delay in which an answer can be taken back'],
  ['Waiting', 'how long an ask waits'],
  ['New sessions', 'mode, model, sandbox'],
  ['Rules', 'what is always allowed'],
  ['Devices', 'who is signed in, pair a phone'],
  ['Trusted folders', 'what may run there'],
  ['Search', 'the index of your transcripts'],
].map(([text = '', detail = '']) => {
  const href = `/settings#${sectionId(text)}`;
  return { key: href, group: 'Settings', text, detail, href };
});

const actions: PaletteItem[] = [
  doing('Use the dark theme', { theme: 'dark' }),
  doing('Use the light theme', { theme: 'light' }),
  doing('Use each device’s own theme', { theme: 'system' }),
  doing('Send answers at once', { answerDelaySeconds: 0 }),
  doing('Send answers after 5 seconds', { answerDelaySeconds: 5 }),
];

function doing(text: string, change: UpdateSettings): PaletteItem {
  return { key: text, group: 'Do', text, detail: 'on all devices', change };
}

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
    ...actions.filter(matches),
    ...settings.filter(matches),
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
