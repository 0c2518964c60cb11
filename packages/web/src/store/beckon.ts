// All that the page knows and does beyond drawing: the view, kept up to date by events; the conversations that are open;
// the answers that are on their way. It knows the gateway only as a transport.
import { emptyView, isAskEvent, isOver, reduceView } from '@beckon/protocol';
import type { About, Ask, BeckonError, Connection, ReceivedEvent, Transport, View } from '@beckon/protocol';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { directFeed } from '../connection/feed.ts';
import type { EventFeed } from '../connection/feed.ts';
import { createPresses } from '../press/presses.ts';
import type { Presses } from '../press/presses.ts';
import { createAnswering } from './answering.ts';
import type { Answering, Submission } from './answering.ts';
import { createConversations } from './conversations.ts';
import type { Conversations } from './conversations.ts';
import { noDrafts } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import { createEventBatch } from './eventBatch.ts';
import { createReceipts } from './receipts.ts';
import type { Receipts } from './receipts.ts';

export interface BeckonState {
  view: View;
  connection: Connection;
  /** Why the gateway does not know this browser, in its words; stays until it lets it in, whatever is tried in between. */
  refusal?: string | undefined;
  /** Absent until the gateway has introduced itself. */
  about?: About;
  /** The gateway has a newer page than this one. */
  isOutdated?: boolean;
  /** By ask id: what this page has answered, and how that went. */
  submissions: Record<string, Submission>;
  /** By session id: why its conversation could not be loaded. */
  loadErrors: Record<string, BeckonError>;
  /** Sessions that were removed since the page was loaded: a list that was read before may still have them. */
  removed: ReadonlySet<string>;
  /** The asks that came to their end since the page was loaded, newest first; the view has them no more. */
  over: readonly Ask[];
  drafts: Drafts;
  /** By ask id and field: the device that a draft's field was filled in on, where that was another. */
  filledIn: Record<string, Record<string, string>>;
}

export type BeckonStore = StoreApi<BeckonState>;

export interface Beckon extends Conversations, Answering, Receipts {
  transport: Transport;
  store: BeckonStore;
  presses: Presses;
  /** Tries again at once where the connection is down. */
  retryConnection: () => void;
  /** Stops following the gateway. */
  close: () => void;
}

export function createBeckon(
  transport: Transport,
  feed: EventFeed = directFeed(transport),
  presses: Presses = createPresses(),
): Beckon {
  const store: BeckonStore = createStore(() => ({
    view: emptyView,
    connection: { state: 'connecting' },
    submissions: {},
    loadErrors: {},
    removed: new Set(),
    over: [],
    drafts: noDrafts,
    filledIn: {},
  }));
  const conversations = createConversations(store, transport);
  const closing = new AbortController();

  const batch = createEventBatch((events) => {
    store.setState(({ view }) => ({ view: events.reduce(reduceView, view) }));
    const gone = events.flatMap((event) => (event.type === 'session_removed' ? event.sessionId : []));
    if (gone.length > 0) store.setState(({ removed }) => ({ removed: new Set([...removed, ...gone]) }));
    const ended = events.flatMap(endedAsk).toReversed();
    if (ended.length > 0) store.setState(({ over }) => ({ over: [...ended, ...over].slice(0, mostOver) }));
    const snapshot = events.findLast((event) => event.type === 'snapshot');
    if (snapshot) conversations.reloadAfterSnapshot(snapshot);
  });

  void feed.follow(
    {
      onEvent: (event) => batch.add(event),
      onConnection(connection) {
        store.setState({ connection });
        if (connection.state === 'offline' && connection.error.code === 'unauthorized') {
          store.setState({ refusal: connection.error.message });
        }
        if (connection.state !== 'live') return;
        store.setState({ refusal: undefined });
        conversations.reloadStale();
        void introduce();
      },
    },
    closing.signal,
  );

  /** A failure shows as the connection's; the next time it is live this is tried again. */
  async function introduce() {
    if (store.getState().about) return;
    const about = await transport.about().catch(() => undefined);
    if (about) store.setState({ about });
  }

  return {
    transport,
    store,
    presses,
    ...conversations,
    ...createAnswering(store, transport),
    ...createReceipts(transport),
    retryConnection: () => feed.retry(),
    close() {
      closing.abort();
      batch.close();
    },
  };
}

/** More than anyone looks back over. */
const mostOver = 50;

function endedAsk(event: ReceivedEvent): Ask[] {
  if (!('sessionId' in event) || !isAskEvent(event)) return [];
  return isOver(event.data.ask) ? [event.data.ask] : [];
}
