// What a client shows, reduced from a snapshot and the events after it. Pure: the same events give the same view in
// every tab, in a worker, in a test.
import type { AnswerDraft, DraftField } from './ask/answerDraft.ts';
import type { Ask } from './ask/ask.ts';
import { isOpen, isOver } from './ask/phase.ts';
import type { Conversation } from './conversation.ts';
import { conversationFrom, reduceConversation, withPreviousPage } from './conversation.ts';
import type { ReceivedEvent, ReceivedSnapshot, SessionEvent, Trouble } from './event.ts';
import { isAskEvent } from './event.ts';
import { withAsks } from './withAsks.ts';
import type { Session, SessionInfo } from './session.ts';
import type { Settings } from './settings.ts';
import type { MessagePage } from './transport.ts';

export interface View {
  /** Absent until the first snapshot. */
  epoch?: string;
  seq: number;
  /** Those that matter now, and those that were opened; `next` says where the others begin. */
  sessions: Record<string, SessionInfo>;
  /** The asks of all sessions that are not over, oldest first. */
  asks: readonly Ask[];
  /** The cursor for `listSessions` from which on the other sessions come; absent where all are here. */
  next?: string;
  /** What is wrong with the gateway as a whole. */
  trouble?: Trouble;
  /** What is kept for all devices; absent until the gateway has told it. */
  settings?: Settings;
  /** By ask id: what has been filled in and not sent, on any device, of asks that are open. */
  drafts?: Readonly<Record<string, DraftFields>>;
  /** How much of what the gateway said could not be read, because the gateway is newer than this client. */
  skipped: number;
  /** The conversations that were asked for. One that is `stale` missed events and has to be loaded again. */
  conversations: Record<string, LoadedConversation>;
}

/** By the field's name. */
export type DraftFields = Readonly<Record<string, DraftField>>;

export interface LoadedConversation {
  /** Absent until the first page has come. */
  conversation?: Conversation;
  stale: boolean;
  /** What happened after event `since`, while a page was on its way. */
  meanwhile: readonly SessionEvent[];
  since: number;
}

/** So many events are held for a page that is on its way; where more happen, only a page that was read later will do. */
const mostMeanwhile = 1000;

export const emptyView: View = { seq: 0, sessions: {}, asks: [], skipped: 0, conversations: {} };

export function reduceView(view: View, event: ReceivedEvent): View {
  if (event.type === 'snapshot') return fromSnapshot(view, event);
  if (event.seq <= view.seq) return view;
  if (event.type === 'skipped') return { ...view, seq: event.seq, skipped: view.skipped + 1 };
  if (event.type === 'gateway_status') return withTrouble({ ...view, seq: event.seq }, event.data.trouble);
  if (event.type === 'settings_changed') return { ...view, seq: event.seq, settings: event.data.settings };
  if (event.type === 'draft_changed') return withDraft({ ...view, seq: event.seq }, event.data);
  return reduceSession({ ...view, seq: event.seq, conversations: reduceConversations(view, event) }, event);
}

/** A view that an event cannot be applied to, because the one before it is missing, has to start from a snapshot. */
export function hasGap(view: View, event: ReceivedEvent): boolean {
  return event.type !== 'snapshot' && event.seq > view.seq + 1;
}

/** Says that a conversation is wanted; the page that answers the wish goes to `pageLoaded`. */
export function openConversation(view: View, sessionId: string): View {
  if (view.conversations[sessionId]) return view;
  return withConversation(view, sessionId, { stale: true, meanwhile: [], since: view.seq });
}

export function closeConversation(view: View, sessionId: string): View {
  const { [sessionId]: _, ...conversations } = view.conversations;
  return { ...view, conversations };
}

/**
 * Takes the newest page, and what happened since it was read. One that was read too early to connect with that, before a
 * reset for example, leaves the conversation stale; one that is not needed any more changes nothing.
 */
export function pageLoaded(view: View, sessionId: string, page: MessagePage): View {
  const loaded = view.conversations[sessionId];
  if (!loaded?.stale || page.seq < loaded.since) return view;
  const conversation = loaded.meanwhile.reduce(reduceConversation, conversationFrom(page));
  const current = { conversation, stale: false, meanwhile: [], since: page.seq };
  const session = sessionAfter(page, loaded.meanwhile);
  return withConversation(session ? withSession(view, session) : view, sessionId, current);
}

/** For a session that turns out not to be there any more. */
export function forgetSession(view: View, sessionId: string): View {
  const { [sessionId]: _, ...sessions } = view.sessions;
  const asks = view.asks.filter((ask) => ask.sessionId !== sessionId);
  return closeConversation({ ...view, sessions, asks: asks.length < view.asks.length ? asks : view.asks }, sessionId);
}

export function previousPageLoaded(view: View, sessionId: string, page: MessagePage): View {
  const loaded = view.conversations[sessionId];
  if (!loaded?.conversation) return view;
  return withConversation(view, sessionId, { ...loaded, conversation: withPreviousPage(loaded.conversation, page) });
}

/** What waits for its person, oldest first. The same list for as long as no ask changes. */
export function openAsks({ asks }: Pick<View, 'asks'>): readonly Ask[] {
  return openLists(asks).all;
}

/** A session with its open asks: the same object for as long as neither changes. */
export function sessionOf({ sessions, asks }: Pick<View, 'sessions' | 'asks'>, sessionId: string): Session | undefined {
  const info = sessions[sessionId];
  return info && withAsks(info, openLists(asks).bySession.get(sessionId) ?? []);
}

/** Sessions that wait for their person first, then the latest activity first. */
export function sessionsInOrder(view: Pick<View, 'sessions' | 'asks'>): Session[] {
  const { bySession } = openLists(view.asks);
  return Object.values(view.sessions)
    .map((info) => withAsks(info, bySession.get(info.id) ?? []))
    .toSorted(
      (a, b) =>
        Number(b.asks.length > 0) - Number(a.asks.length > 0) ||
        b.lastActivityAt - a.lastActivityAt ||
        (a.id < b.id ? 1 : -1),
    );
}

interface OpenLists {
  all: readonly Ask[];
  bySession: ReadonlyMap<string, Ask[]>;
}

const knownLists = new WeakMap<readonly Ask[], OpenLists>();

/** Whoever draws looks at these at every change, and asks change seldom. */
function openLists(asks: readonly Ask[]): OpenLists {
  const known = knownLists.get(asks);
  if (known) return known;
  const all = asks.filter(isOpen);
  const bySession = new Map<string, Ask[]>();
  for (const ask of all) {
    const ofSession = bySession.get(ask.sessionId);
    if (ofSession) ofSession.push(ask);
    else bySession.set(ask.sessionId, [ask]);
  }
  const lists = { all, bySession };
  knownLists.set(asks, lists);
  return lists;
}

/** A conversation stays open where its session may only be too old for the snapshot; the page that follows tells. */
function fromSnapshot(view: View, { seq, data, skipped = 0 }: ReceivedSnapshot): View {
  const { epoch, asks, next, trouble, settings, drafts } = data;
  const told = Object.fromEntries(data.sessions.map(({ asks: _, ...info }) => [info.id, info]));
  const opened = Object.entries(view.conversations).filter(([id]) => told[id] ?? next !== undefined);
  const kept = opened.flatMap(([id]) => (view.sessions[id] ? [[id, view.sessions[id]] as const] : []));
  const sessions = { ...Object.fromEntries(kept), ...told };
  const conversations = Object.fromEntries(
    opened.map(([id, loaded]) => [id, { ...loaded, stale: true, meanwhile: [], since: seq }]),
  );
  const optional = {
    ...(next !== undefined && { next }),
    ...(settings && { settings }),
    ...(drafts && { drafts: Object.fromEntries(drafts.map(({ askId, fields }) => [askId, fields])) }),
  };
  const all = { epoch, seq, sessions, asks, ...optional, conversations };
  return withTrouble({ ...all, skipped: Math.max(view.skipped, skipped) }, trouble);
}

function withTrouble({ trouble: _, ...view }: View, trouble: Trouble | undefined): View {
  return { ...view, ...(trouble && { trouble }) };
}

function reduceConversations(view: View, event: SessionEvent): View['conversations'] {
  const loaded = view.conversations[event.sessionId];
  if (!loaded) return view.conversations;
  const next: LoadedConversation = loaded.stale
    ? heldBack(loaded, event)
    : { ...loaded, ...(loaded.conversation && { conversation: reduceConversation(loaded.conversation, event) }) };
  return { ...view.conversations, [event.sessionId]: next };
}

function heldBack(loaded: LoadedConversation, event: SessionEvent): LoadedConversation {
  if (loaded.meanwhile.length >= mostMeanwhile) return { ...loaded, meanwhile: [], since: event.seq };
  return { ...loaded, meanwhile: [...loaded.meanwhile, event] };
}

function reduceSession(view: View, event: SessionEvent): View {
  if (isAskEvent(event)) return withoutOldDraft({ ...view, asks: withAsk(view.asks, event.data.ask) }, event.data.ask);
  switch (event.type) {
    case 'session_status':
      return withSession(view, event.data.session);
    case 'session_removed':
      return forgetSession(view, event.sessionId);
    default:
      return view;
  }
}

function withDraft(view: View, { askId, fields }: AnswerDraft): View {
  return { ...view, drafts: { ...view.drafts, [askId]: { ...view.drafts?.[askId], ...fields } } };
}

/** An ask that is answered has no draft, also where it is open again later. */
function withoutOldDraft(view: View, ask: Ask): View {
  if (isOpen(ask) || !view.drafts?.[ask.id]) return view;
  const { [ask.id]: _, ...drafts } = view.drafts;
  return { ...view, drafts };
}

function withSession(view: View, session: SessionInfo): View {
  return { ...view, sessions: { ...view.sessions, [session.id]: session } };
}

/** What the stream has told of a session since a page was read is newer than what the page says. */
function sessionAfter({ session, seq }: MessagePage, meanwhile: readonly SessionEvent[]): SessionInfo | undefined {
  if (!session) return undefined;
  const told = meanwhile.findLast((event) => event.type === 'session_status' && event.seq > seq);
  if (told?.type === 'session_status') return told.data.session;
  const { asks: _, ...info } = session;
  return info;
}

/** Oldest first: a step leaves an ask in its place, and one that is unfinished again goes back to its own. */
function withAsk(asks: readonly Ask[], ask: Ask): readonly Ask[] {
  const index = asks.findIndex(({ id }) => id === ask.id);
  if (isOver(ask)) return index === -1 ? asks : asks.toSpliced(index, 1);
  if (index !== -1) return asks.with(index, ask);
  const place = asks.findLastIndex(({ createdAt }) => createdAt <= ask.createdAt) + 1;
  return asks.toSpliced(place, 0, ask);
}

function withConversation(view: View, sessionId: string, loaded: LoadedConversation): View {
  return { ...view, conversations: { ...view.conversations, [sessionId]: loaded } };
}
