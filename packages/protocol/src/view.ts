// What a client shows, reduced from a snapshot and the events after it. Pure: the same events give the same view in
// every tab, in a worker, in a test.
import type { Ask } from './ask/ask.ts';
import type { Conversation } from './conversation.ts';
import { conversationFrom, reduceConversation, withPreviousPage } from './conversation.ts';
import type { GatewayEvent, SessionEvent, SnapshotEvent, Trouble } from './event.ts';
import { isAskEvent } from './event.ts';
import type { Session } from './session.ts';
import type { MessagePage } from './transport.ts';

export interface View {
  /** Absent until the first snapshot. */
  epoch?: string;
  seq: number;
  sessions: Record<string, Session>;
  /** What is wrong with the gateway as a whole. */
  trouble?: Trouble;
  /** The conversations that were asked for. One that is `stale` missed events and has to be loaded again. */
  conversations: Record<string, LoadedConversation>;
}

export interface LoadedConversation {
  /** Absent until the first page has come. */
  conversation?: Conversation;
  stale: boolean;
  /** What happened after event `since`, while a page was on its way. */
  meanwhile: SessionEvent[];
  since: number;
}

export const emptyView: View = { seq: 0, sessions: {}, conversations: {} };

export function reduceView(view: View, event: GatewayEvent): View {
  if (event.type === 'snapshot') return fromSnapshot(view, event);
  if (event.seq <= view.seq) return view;
  if (event.type === 'gateway_status') return withTrouble({ ...view, seq: event.seq }, event.data.trouble);
  return reduceSession({ ...view, seq: event.seq, conversations: reduceConversations(view, event) }, event);
}

/** A view that an event cannot be applied to, because the one before it is missing, has to start from a snapshot. */
export function hasGap(view: View, event: GatewayEvent): boolean {
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
  return withConversation(view, sessionId, { conversation, stale: false, meanwhile: [], since: page.seq });
}

export function previousPageLoaded(view: View, sessionId: string, page: MessagePage): View {
  const loaded = view.conversations[sessionId];
  if (!loaded?.conversation) return view;
  return withConversation(view, sessionId, { ...loaded, conversation: withPreviousPage(loaded.conversation, page) });
}

/** Open asks of all sessions, oldest first. */
export function openAsks(view: View): Ask[] {
  return Object.values(view.sessions)
    .flatMap(({ asks }) => asks)
    .toSorted((a, b) => a.createdAt - b.createdAt);
}

/** Sessions that wait for their person first, then the latest activity first. */
export function sessionsInOrder(view: View): Session[] {
  return Object.values(view.sessions).toSorted(
    (a, b) => Number(b.asks.length > 0) - Number(a.asks.length > 0) || b.lastActivityAt - a.lastActivityAt,
  );
}

function fromSnapshot(view: View, { seq, data }: SnapshotEvent): View {
  const sessions = Object.fromEntries(data.sessions.map((session) => [session.id, session]));
  const conversations = Object.fromEntries(
    Object.entries(view.conversations)
      .filter(([id]) => sessions[id])
      .map(([id, loaded]) => [id, { ...loaded, stale: true, meanwhile: [], since: seq }]),
  );
  return withTrouble({ epoch: data.epoch, seq, sessions, conversations }, data.trouble);
}

function withTrouble({ trouble: _, ...view }: View, trouble: Trouble | undefined): View {
  return { ...view, ...(trouble && { trouble }) };
}

function reduceConversations(view: View, event: SessionEvent): View['conversations'] {
  const loaded = view.conversations[event.sessionId];
  if (!loaded) return view.conversations;
  const next: LoadedConversation = loaded.stale
    ? { ...loaded, meanwhile: [...loaded.meanwhile, event] }
    : { ...loaded, ...(loaded.conversation && { conversation: reduceConversation(loaded.conversation, event) }) };
  return { ...view.conversations, [event.sessionId]: next };
}

function reduceSession(view: View, event: SessionEvent): View {
  const { sessionId } = event;
  if (isAskEvent(event)) return withSessionAsk(view, event.data.ask);
  switch (event.type) {
    case 'session_status': {
      const asks = view.sessions[sessionId]?.asks ?? [];
      return { ...view, sessions: { ...view.sessions, [sessionId]: { ...event.data.session, asks } } };
    }
    case 'session_removed': {
      const { [sessionId]: _, ...sessions } = view.sessions;
      return closeConversation({ ...view, sessions }, sessionId);
    }
    default:
      return view;
  }
}

function withSessionAsk(view: View, ask: Ask): View {
  const session = view.sessions[ask.sessionId];
  if (!session) return view;
  const asks = withOpenAsk(session.asks, ask);
  return { ...view, sessions: { ...view.sessions, [session.id]: { ...session, asks } } };
}

/** Oldest first: a step that leaves an ask open leaves it in its place, and one that is open again goes back to its own. */
function withOpenAsk(asks: Ask[], ask: Ask): Ask[] {
  if (ask.state !== 'open') return asks.filter(({ id }) => id !== ask.id);
  if (asks.some(({ id }) => id === ask.id)) return asks.map((each) => (each.id === ask.id ? ask : each));
  return [...asks, ask].toSorted((a, b) => a.createdAt - b.createdAt);
}

function withConversation(view: View, sessionId: string, loaded: LoadedConversation): View {
  return { ...view, conversations: { ...view.conversations, [sessionId]: loaded } };
}
