// Which conversations are held, and how they are loaded: the newest page when one is opened or has missed events, older
// pages on demand, and only the few that were opened last.
import {
  BeckonError,
  closeConversation,
  forgetSession,
  openConversation,
  pageLoaded,
  previousPageLoaded,
  sessionTold,
} from '@beckon/protocol';
import type { Session, SnapshotEvent, Transport, View } from '@beckon/protocol';
import type { BeckonStore } from './beckon.ts';

export interface Conversations {
  openSession: (sessionId: string) => void;
  /** Loads the page before the first message that is shown. */
  loadEarlier: (sessionId: string) => Promise<void>;
  /** Shows what a reply says of a past session: no event tells of those. */
  pastChanged: (session?: Session) => void;
  /** Loads again what is stale, for example because loading it had failed. */
  reloadStale: () => void;
}

const keptCount = 5;
const pageSize = 60;
/** A page does not connect where much happened while it was on its way, or a snapshot came; the next one nearly always does. */
const mostTries = 5;

export function createConversations(
  store: BeckonStore,
  transport: Transport,
): Conversations & { reloadAfterSnapshot: (snapshot: SnapshotEvent) => void } {
  /** The one opened last comes last. */
  let opened: string[] = [];
  let snapshotCount = 0;
  const loading = new Set<string>();

  const changeView = (change: (view: View) => View) => store.setState(({ view }) => ({ view: change(view) }));
  const heldConversation = (sessionId: string) => store.getState().view.conversations[sessionId];

  function openSession(sessionId: string) {
    opened = [...opened.filter((id) => id !== sessionId), sessionId];
    const evicted = opened.slice(0, -keptCount);
    opened = opened.slice(-keptCount);
    // No event tells what becomes of a past session: it is read again.
    const isPast = store.getState().view.sessions[sessionId]?.past !== undefined;
    const left = isPast ? [...evicted, sessionId] : evicted;
    changeView((view) => openConversation(left.reduce(closeConversation, view), sessionId));
    if (heldConversation(sessionId)?.stale) void load(sessionId);
  }

  function pastChanged(session?: Session) {
    if (session && heldConversation(session.id)) changeView((view) => sessionTold(view, session));
    store.setState(({ pastChanges }) => ({ pastChanges: pastChanges + 1 }));
  }

  async function load(sessionId: string) {
    if (loading.has(sessionId)) return;
    loading.add(sessionId);
    try {
      for (let tries = 0; tries < mostTries && heldConversation(sessionId)?.stale; tries++) {
        const countBefore = snapshotCount;
        const page = await transport.listMessages(sessionId, { limit: pageSize });
        // A page from before a snapshot may lack what happened in between.
        if (countBefore === snapshotCount) changeView((view) => pageLoaded(view, sessionId, page));
      }
      setLoadError(sessionId, undefined);
    } catch (thrown) {
      const error = BeckonError.from(thrown);
      setLoadError(sessionId, error);
      if (error.code === 'session_not_found') changeView((view) => forgetSession(view, sessionId));
    } finally {
      loading.delete(sessionId);
    }
  }

  async function loadEarlier(sessionId: string) {
    const before = heldConversation(sessionId)?.conversation?.previousPage;
    if (before === undefined || loading.has(sessionId)) return;
    loading.add(sessionId);
    const countBefore = snapshotCount;
    try {
      const page = await transport.listMessages(sessionId, { limit: pageSize, before });
      if (countBefore === snapshotCount) changeView((view) => previousPageLoaded(view, sessionId, page));
    } finally {
      loading.delete(sessionId);
      reloadStale();
    }
  }

  function reloadStale() {
    const current = opened.at(-1);
    if (current !== undefined && heldConversation(current)?.stale) void load(current);
  }

  /** Sessions that are open here and too old for the snapshot stay; those that are not looked at go, with their conversations. */
  function reloadAfterSnapshot({ data }: SnapshotEvent) {
    snapshotCount += 1;
    const told = new Set(data.sessions.map(({ id }) => id));
    const letGo = (view: View, id: string) => (told.has(id) ? closeConversation : forgetSession)(view, id);
    const current = opened.at(-1);
    const others = opened.slice(0, -1);
    opened = opened.slice(-1);
    changeView((view) => {
      const kept = others.reduce(letGo, view);
      return current === undefined ? kept : openConversation(kept, current);
    });
    reloadStale();
  }

  function setLoadError(sessionId: string, error: BeckonError | undefined) {
    store.setState(({ loadErrors: { [sessionId]: _, ...others } }) => ({
      loadErrors: error ? { ...others, [sessionId]: error } : others,
    }));
  }

  return { openSession, pastChanged, loadEarlier, reloadStale, reloadAfterSnapshot };
}
