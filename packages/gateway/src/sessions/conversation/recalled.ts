// What a conversation that went on without us has that clients have not been told.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Message, Part, SessionEventDraft } from '@beckon/protocol';
import { afterEvent, emptyConversation } from '@beckon/protocol';
import { observeResult } from '../../asks/returning/observing.ts';
import type { AgentEvent, AgentHost } from '../../drivers/driver.ts';
import type { House } from '../../house.ts';
import type { KeptInfo } from '../keptInfo.ts';
import { callsIn } from './askedCalls.ts';
import type { ConversationRecord } from './conversationRecord.ts';

export interface RecallingOptions {
  house: House;
  record: ConversationRecord;
  kept: KeptInfo;
  emit(event: SessionEventDraft): void;
}

/** How an agent tells its session what happened before it was joined. */
export function recalling(options: RecallingOptions): Pick<AgentHost, 'session' | 'place' | 'reached' | 'tellPast'> {
  const { house, record, kept, emit } = options;
  return {
    session: kept.current,
    place: kept.private.place,
    reached(place) {
      record.save();
      // Only what is kept here need not be told again.
      if (record.isSaved) kept.keep({ place });
    },
    async tellPast({ events, earlier }) {
      if (earlier !== undefined && record.isEmpty) kept.keep({ past: earlier });
      const news = untold(record, events);
      const messages = news.flatMap((event) => (event.type === 'message' ? [event.data.message] : []));
      const asks = house.ledger.forToolCalls(kept.current.id, callsIn(messages));
      record.together(() => {
        news.forEach(emit);
        // A client that has the page already shows what came of them, too.
        for (const ask of asks) emit({ type: 'ask_changed', data: { ask } });
      });
      for (const event of events)
        if (event.type === 'tool_result') observeResult(house.ledger, kept.current.id, event.data);
      // Others get their turn between any two pieces.
      await setImmediate();
    },
  };
}

/** Of a piece of the past, which holds whole messages but perhaps not what came of their calls. */
function untold(record: Pick<ConversationRecord, 'find'>, events: readonly AgentEvent[]): AgentEvent[] {
  const { messages } = events.reduce(afterEvent, emptyConversation);
  const changed = messages.flatMap((message) => {
    const known = record.find(message.id);
    const full = known ? withWhatIsKnown(message, known) : message;
    return isDeepStrictEqual(full, known) ? [] : full;
  });
  const calls = new Set(messages.flatMap(({ parts }) => parts.flatMap((part) => callIn(part)?.toolCallId ?? [])));
  const ofEarlierCalls = events.filter((event) => event.type === 'tool_result' && !calls.has(event.data.toolCallId));
  return [...changed.map((message) => ({ type: 'message', data: { message } }) as const), ...ofEarlierCalls];
}

/** The agent has not kept who was asked about a call, nor, in this piece, all that came of it; an end was seen more closely. */
function withWhatIsKnown(message: Message, known: Message): Message {
  if (message.role !== 'assistant') return known;
  const calls = new Map(known.parts.flatMap((part) => callIn(part) ?? []).map((call) => [call.toolCallId, call]));
  const parts = message.parts.map((part) => {
    const call = callIn(part);
    const before = call && calls.get(call.toolCallId);
    if (!before) return part;
    const { result, status } = before;
    const { interactiveType = before.interactiveType } = call;
    return {
      ...call,
      ...(interactiveType && { interactiveType }),
      ...(!call.result && { status, ...(result && { result }) }),
    };
  });
  return { ...message, createdAt: known.createdAt, parts };
}

function callIn(part: Part): Extract<Part, { type: 'tool_call' }> | undefined {
  return part.type === 'tool_call' ? part : undefined;
}
