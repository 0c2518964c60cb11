// A client that has followed every event of one gateway: what it shows of each conversation, whoever loads it anew must be
// shown too.
import { isDeepStrictEqual } from 'node:util';
import type { Conversation, GatewayEvent, Message } from '@beckon/protocol';
import { conversationFrom, reduceConversation } from '@beckon/protocol';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';

export class Follower {
  readonly #gateway: Gateway;
  readonly #conversations = new Map<string, Conversation>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    const { sessions, ledger, events } = gateway.parts;
    for (const { id } of sessions.list().sessions) {
      const page = { messages: this.#loaded(id), asks: ledger.unfinished(id), seq: events.seq };
      this.#conversations.set(id, conversationFrom(page));
    }
  }

  hear(event: GatewayEvent): void {
    if (!('sessionId' in event)) return;
    const conversation = this.#conversations.get(event.sessionId);
    if (event.type === 'session_removed') this.#conversations.delete(event.sessionId);
    else if (conversation) this.#conversations.set(event.sessionId, reduceConversation(conversation, event));
  }

  /** The ids of messages that it shows otherwise than a page does. */
  differences(): string[] {
    return [...this.#conversations].flatMap(([sessionId, { messages }]) => {
      const loaded = this.#loaded(sessionId);
      const ids = [...new Set([...messages, ...loaded].map(({ id }) => id))];
      const isSame = (id: string) => isDeepStrictEqual(withId(messages, id), withId(loaded, id));
      return ids.filter((id) => !isSame(id));
    });
  }

  #loaded(sessionId: string): Message[] {
    const { messages } = this.#gateway.parts.sessions.get(sessionId).conversation.page({ limit: 10_000 });
    return JSON.parse(JSON.stringify(messages)) as Message[];
  }
}

/** As it goes over the wire. */
function withId(messages: readonly Message[], wanted: string): unknown {
  const message = messages.find(({ id }) => id === wanted);
  return message && JSON.parse(JSON.stringify(message));
}
