// Which conversations are held, and how they are loaded: the newest page when one is opened or has missed events, older
// pages on demand, and only the few that were opened last.
import { BeckonError, closeConversation, openConversation, pageLoaded, previousPageLoaded } from '@beckon/protocol';
import type { Transport, View } from '@beckon/protocol';
import type { BeckonStore } from './beckon.ts';

export interface Conversations {
  openSession: (sessionId: string) => void;
  /** Loads the page before the first message that is shown. */
  loadEarlier: (sessionId: string) => Promise<void>;
  /** Loads again what is stale, for example because loading it had failed. */
  reloadStale: () => void;
}

const keptCount = 5;
const pageSize = 60;

export function createConversations(
  store: BeckonStore,
  transport: Transport,
): Conversations & { reloadAfterSnapshot: () => void } {
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
    changeView((view) => openConversation(evicted.reduce(closeConversation, view), sessionId));
    if (heldConversation(sessionId)?.stale) void load(sessionId);
  }

  async function load(sessionId: string) {
    if (loading.has(sessionId)) return;
    loading.add(sessionId);
    try {
      let isCurrent = false;
      while (!isCurrent) {
        const countBefore = snapshotCount;
        const page = await transport.listMessages(sessionId, { limit: pageSize });
        // A page from before a snapshot may lack what happened in between.
        isCurrent = countBefore === snapshotCount;
        if (isCurrent) changeView((view) => pageLoaded(view, sessionId, page));
      }
      setLoadError(sessionId, undefined);
    } catch (thrown) {
      setLoadError(sessionId, BeckonError.from(thrown));
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

  function reloadAfterSnapshot() {
    snapshotCount += 1;
    const current = opened.at(-1);
    const others = opened.slice(0, -1);
    opened = opened.slice(-1);
    changeView((view) => {
      const kept = others.reduce(closeConversation, view);
      return current === undefined ? kept : openConversation(kept, current);
    });
    reloadStale();
  }

  function setLoadError(sessionId: string, error: BeckonError | undefined) {
    store.setState(({ loadErrors: { [sessionId]: _, ...others } }) => ({
      loadErrors: error ? { ...others, [sessionId]: error } : others,
    }));
  }

  return { openSession, loadEarlier, reloadStale, reloadAfterSnapshot };
}
