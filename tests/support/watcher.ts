// A client that watches the stream and keeps the view that a page would show, for tests that wait for what a person sees.
import type { Ask, ReceivedEvent, Transport, View } from '@beckon/protocol';
import { emptyView, followEvents, openAsks, openConversation, pageLoaded, reduceView } from '@beckon/protocol';

export class Watcher implements Disposable {
  readonly events: ReceivedEvent[] = [];
  view: View = emptyView;
  readonly #transport: Transport;
  readonly #controller = new AbortController();
  readonly #checks = new Set<() => void>();

  constructor(transport: Transport) {
    this.#transport = transport;
    const onEvent = (event: ReceivedEvent) => {
      this.events.push(event);
      this.#show(reduceView(this.view, event));
    };
    void followEvents(transport, { onEvent }, { signal: this.#controller.signal, retryMs: 50 });
  }

  /** Resolves with the first thing that `find` finds, now or after some event. */
  until<T>(find: (view: View) => T | undefined | false): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find(this.view);
        if (found === undefined || found === false) return;
        this.#checks.delete(check);
        resolve(found);
      };
      this.#checks.add(check);
      check();
    });
  }

  /** The oldest open ask that is none of these. */
  nextAsk(...known: Ask[]): Promise<Ask> {
    return this.until((view) => openAsks(view).find(({ id }) => !known.some((ask) => ask.id === id)));
  }

  count(type: ReceivedEvent['type']): number {
    return this.events.filter((event) => event.type === type).length;
  }

  /** The steps that an ask has been seen to take; it changes in other ways, too. */
  stepsOf(toolCallId: string): Ask['state'][] {
    const states = this.events.flatMap((event) =>
      'ask' in event.data && event.data.ask.toolCallId === toolCallId ? [event.data.ask.state] : [],
    );
    return states.filter((state, index) => state !== states[index - 1]);
  }

  /** Follows a session's conversation from now on. */
  async open(sessionId: string): Promise<void> {
    this.#show(openConversation(this.view, sessionId));
    const page = await this.#transport.listMessages(sessionId, { limit: 200 });
    // Events have come meanwhile.
    this.#show(pageLoaded(this.view, sessionId, page));
  }

  [Symbol.dispose](): void {
    this.#controller.abort();
  }

  #show(view: View): void {
    this.view = view;
    for (const check of Array.from(this.#checks)) check();
  }
}
