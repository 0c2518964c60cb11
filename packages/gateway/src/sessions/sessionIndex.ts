// Which sessions there are, as clients have been told of them: by id, by latest activity, and which of them run. Kept from
// the events themselves, so that a list and a snapshot say what the stream has said, and cost no more where many are known.
import type { GatewayEvent, SessionInfo, SessionQuery } from '@beckon/protocol';
import { sessionSearch } from '@beckon/protocol';

/** Where a session stands in the order of activity. */
type Place = Pick<SessionInfo, 'lastActivityAt' | 'id'>;

export interface IndexPage {
  infos: SessionInfo[];
  next?: string;
}

const defaultPageSize = 100;

export class SessionIndex {
  readonly #infos = new Map<string, SessionInfo>();
  /** The latest activity last: what is touched moves within the end of the list. */
  readonly #byActivity: Place[] = [];
  readonly #running = new Set<string>();
  /** By the agent's own id of a conversation, the session that was in it last. */
  readonly #byConversation = new Map<string, string>();

  get size(): number {
    return this.#infos.size;
  }

  get(id: string): SessionInfo | undefined {
    return this.#infos.get(id);
  }

  /** The session that is in this conversation of its agent's, or was. */
  inConversation(conversationId: string): SessionInfo | undefined {
    return this.#infos.get(this.#byConversation.get(conversationId) ?? '');
  }

  /** Those in which nothing has happened since, the oldest first. */
  olderThan(time: number): string[] {
    return this.#byActivity.slice(0, this.#indexOf({ lastActivityAt: time, id: '' })).map(({ id }) => id);
  }

  hear(event: GatewayEvent): void {
    if (event.type === 'session_status') this.set(event.data.session);
    if (event.type === 'session_removed') this.#remove(event.sessionId);
  }

  set(info: SessionInfo): void {
    const known = this.#infos.get(info.id);
    this.#infos.set(info.id, info);
    if (info.conversationId !== undefined) this.#byConversation.set(info.conversationId, info.id);
    if (info.state === 'dead') this.#running.delete(info.id);
    else this.#running.add(info.id);
    if (known?.lastActivityAt === info.lastActivityAt) return;
    if (known) this.#byActivity.splice(this.#indexOf(known), 1);
    this.#byActivity.splice(this.#indexOf(info), 0, { lastActivityAt: info.lastActivityAt, id: info.id });
  }

  /** Those that wait or run, and those that were touched last; `next` leads to all others. */
  current(waiting: Iterable<string>, touchedLast: number): IndexPage {
    const recent = this.#byActivity.slice(-touchedLast).toReversed();
    const ids = new Set([...waiting, ...this.#running, ...recent.map(({ id }) => id)]);
    const infos = this.#known(ids);
    const last = recent.at(-1);
    return { infos, ...(last && infos.length < this.size && { next: formatCursor(last, false) }) };
  }

  /** A page in the order that people want: those that wait for them, then the latest activity, and so on from a cursor. */
  page({ before, limit = defaultPageSize, q = '' }: SessionQuery, waiting: ReadonlySet<string>): IndexPage {
    const isWanted = sessionSearch(q);
    const found: SessionInfo[] = [];
    for (const info of this.#inOrder(before, waiting)) {
      if (isWanted(info)) found.push(info);
      if (found.length > limit) break;
    }
    const infos = found.slice(0, limit);
    const last = infos.at(-1);
    return { infos, ...(last && found.length > limit && { next: formatCursor(last, waiting.has(last.id)) }) };
  }

  *#inOrder(before: string | undefined, waiting: ReadonlySet<string>): Generator<SessionInfo> {
    const cursor = before === undefined ? undefined : parseCursor(before);
    if (cursor?.isWaiting !== false) {
      const first = this.#known(waiting).toSorted((a, b) => byActivity(b, a));
      yield* cursor ? first.filter((info) => byActivity(info, cursor) < 0) : first;
    }
    const end = cursor && !cursor.isWaiting ? this.#indexOf(cursor) : this.#byActivity.length;
    for (let index = end - 1; index >= 0; index--) {
      const info = this.#infos.get(this.#byActivity[index]?.id ?? '');
      if (info && !waiting.has(info.id)) yield info;
    }
  }

  #known(ids: Iterable<string>): SessionInfo[] {
    return Array.from(ids, (id) => this.#infos.get(id)).filter((info) => info !== undefined);
  }

  #remove(id: string): void {
    const known = this.#infos.get(id);
    if (!known) return;
    this.#byActivity.splice(this.#indexOf(known), 1);
    this.#infos.delete(id);
    this.#running.delete(id);
  }

  /** Where it is, or would be. */
  #indexOf(place: Place): number {
    let [low, high] = [0, this.#byActivity.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#byActivity[middle];
      if (other && byActivity(other, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function byActivity(a: Place, b: Place): number {
  return a.lastActivityAt - b.lastActivityAt || Number(a.id > b.id) - Number(a.id < b.id);
}

/** The last session of a page: whether it waited, its latest activity, its id. A later page goes on after that place. */
function formatCursor({ lastActivityAt, id }: Place, isWaiting: boolean): string {
  return `${isWaiting ? 1 : 0}-${lastActivityAt}-${id}`;
}

function parseCursor(cursor: string): Place & { isWaiting: boolean } {
  const [isWaiting, lastActivityAt, ...id] = cursor.split('-');
  return { isWaiting: isWaiting === '1', lastActivityAt: Number(lastActivityAt), id: id.join('-') };
}
