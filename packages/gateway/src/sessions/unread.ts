// What an agent was sent in the turn under way lies in its memory until it reads it. Where it goes away before, the next
// one gets it.
import type { PromptPart, SessionInfo } from '@beckon/protocol';
import type { ConversationRecord } from './conversationRecord.ts';
import type { House } from './house.ts';
import { sentParts } from './shownParts.ts';

/** Once the agent is gone: those that it had not read, as far as that can be known. */
export async function stillUnread(
  { drivers, log }: Pick<House, 'drivers' | 'log'>,
  { id: sessionId, cwd, driver, unread = [] }: SessionInfo,
): Promise<string[]> {
  try {
    return (await drivers[driver]?.unread?.({ sessionId, cwd }, unread)) ?? [];
  } catch (error) {
    log.warn({ error, sessionId }, 'could not find out what the agent had read');
    return [];
  }
}

/** As they are sent to an agent. Never throws: an agent that runs already does not depend on them. */
export function unreadPrompts(
  { store, log }: Pick<House, 'store' | 'log'>,
  record: Pick<ConversationRecord, 'find'>,
  { id: sessionId, unread = [] }: SessionInfo,
): { id: string; parts: PromptPart[] }[] {
  try {
    const messages = unread.flatMap((id) => record.find(id) ?? []);
    return messages.map(({ id, parts }) => ({ id, parts: sentParts(store, sessionId, parts) }));
  } catch (error) {
    log.warn({ error, sessionId }, 'could not read what is to be sent again');
    return [];
  }
}
