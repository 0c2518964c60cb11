// Which calls of a conversation its person was asked about. What is read from an agent's transcript does not say: the ledger
// knows, for as long as the session is known by its id, whoever has told of the call and when.
import type { Ask, Message, ToolCallId, ToolCallPart } from '@beckon/protocol';

export function callsIn(messages: readonly Message[]): ToolCallId[] {
  return partsIn(messages).map(({ toolCallId }) => toolCallId);
}

/** Those that are marked so. */
export function askedCallsIn(messages: readonly Message[]): ToolCallId[] {
  return partsIn(messages).flatMap(({ toolCallId, interactiveType }) => (interactiveType ? toolCallId : []));
}

function partsIn(messages: readonly Message[]): ToolCallPart[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
}

/** The messages, each call marked with the kind of the ask that is, or was, about it. */
export function withAskedCalls(messages: readonly Message[], asks: readonly Ask[]): Message[] {
  const kinds = new Map(asks.map(({ toolCallId, kind }) => [toolCallId, kind]));
  return messages.map((message) => {
    const isAsked = message.parts.some((part) => part.type === 'tool_call' && kinds.has(part.toolCallId));
    if (!isAsked) return message;
    const parts = message.parts.map((part) => {
      const interactiveType = part.type === 'tool_call' ? kinds.get(part.toolCallId) : undefined;
      return part.type === 'tool_call' && interactiveType ? { ...part, interactiveType } : part;
    });
    return { ...message, parts };
  });
}
