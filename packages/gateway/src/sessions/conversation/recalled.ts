// What a conversation that went on without us has that clients have not been told.
import { isDeepStrictEqual } from 'node:util';
import type { Message, SessionId } from '@beckon/protocol';
import { emptyConversation, reduceConversation } from '@beckon/protocol';
import type { AgentEvent } from '../../drivers/driver.ts';
import type { SessionStore } from '../../store/sessionStore.ts';

export function unknownMessages(store: SessionStore, sessionId: SessionId, events: readonly AgentEvent[]): Message[] {
  const numbered = events.map((event, index) => ({ ...event, sessionId, seq: index + 1 }));
  const { messages } = numbered.reduce(reduceConversation, emptyConversation);
  return messages.filter((message) => !isDeepStrictEqual(store.readMessage(sessionId, message.id), message));
}
