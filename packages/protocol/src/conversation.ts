// A conversation as the sum of its events. The gateway keeps its record with this reducer and clients their view, so
// both show the same.
import type { Ask } from './ask/ask.ts';
import { isOpen, isOver, isWithdrawn } from './ask/phase.ts';
import type { SessionEvent, SessionEventDraft } from './event.ts';
import { isAskEvent } from './event.ts';
import type { Message, Part, ToolCallPart } from './message.ts';
import type { MessagePage } from './transport.ts';

export interface Conversation {
  messages: Message[];
  /** By tool call id: the asks of the calls above, and open ones whose call has not been seen yet. */
  asks: Record<string, Ask>;
  /** Events up to this number are contained. */
  seq: number;
  /** Cursor of the page before the first message; absent at the beginning. */
  previousPage?: string;
}

export const emptyConversation: Conversation = { messages: [], asks: {}, seq: 0 };

export function conversationFrom(page: MessagePage): Conversation {
  const { messages, asks, seq, next } = page;
  return { messages, asks: askIndex(asks), seq, ...(next !== undefined && { previousPage: next }) };
}

/** Puts an older page in front. */
export function withPreviousPage(conversation: Conversation, page: MessagePage): Conversation {
  const known = new Set(conversation.messages.map(({ id }) => id));
  const { previousPage: _, ...rest } = conversation;
  return {
    ...rest,
    messages: [...page.messages.filter(({ id }) => !known.has(id)), ...conversation.messages],
    asks: { ...askIndex(page.asks), ...conversation.asks },
    ...(page.next !== undefined && { previousPage: page.next }),
  };
}

/** Applies an event. One that the conversation already contains changes nothing. */
export function reduceConversation(conversation: Conversation, event: SessionEvent): Conversation {
  if (event.seq <= conversation.seq) return conversation;
  return { ...afterEvent(conversation, event), seq: event.seq };
}

/** The same for whoever has every event once and in order, and so needs no numbers. */
export function afterEvent(conversation: Conversation, event: SessionEventDraft): Conversation {
  if (isAskEvent(event)) return withAsk(conversation, event.data.ask);
  switch (event.type) {
    case 'session_status':
    case 'session_removed':
      return conversation;
    case 'message':
      return withMessage(conversation, event.data.message);
    case 'message_start':
      return withMessage(conversation, { ...event.data, parts: [] });
    case 'text_delta':
      return withDelta(conversation, event.data.messageId, { type: 'text', text: event.data.text });
    case 'thinking_delta':
      return withDelta(conversation, event.data.messageId, { type: 'thinking', text: event.data.text });
    case 'tool_call_start':
      return withToolCall(conversation, event.data);
    case 'tool_call_delta':
      return changeToolCall(conversation, event.data.toolCallId, (call) => ({
        ...call,
        inputText: (call.inputText ?? '') + event.data.inputText,
      }));
    case 'tool_call_end':
      return changeToolCall(conversation, event.data.toolCallId, ({ inputText: _, ...call }) => ({
        ...call,
        input: event.data.input,
        status: call.status === 'pending' && call.interactiveType === undefined ? 'running' : call.status,
      }));
    case 'tool_result': {
      // Who allowed a call is told by its ask, which knows more than the agent's record.
      const { recorded: _, ...result } = event.data.result;
      return changeToolCall(conversation, event.data.toolCallId, (call) => ({
        ...call,
        result,
        status: result.isError ? 'error' : 'complete',
      }));
    }
    case 'notice': {
      const { messageId, createdAt, ...notice } = event.data;
      return withSystemMessage(conversation, { messageId, createdAt }, { type: 'notice', ...notice });
    }
    case 'error':
      return withSystemMessage(conversation, event.data, { type: 'notice', level: 'error', text: event.data.message });
    case 'done': {
      const { messageId, createdAt, ...turn } = event.data;
      const ended = withSystemMessage(conversation, { messageId, createdAt }, { type: 'turn_end', ...turn });
      return closeOpenCalls(ended, turn.outcome);
    }
  }
}

function withMessage(conversation: Conversation, message: Message): Conversation {
  const { messages } = conversation;
  const index = messages.findLastIndex(({ id }) => id === message.id);
  return { ...conversation, messages: index === -1 ? [...messages, message] : messages.with(index, message) };
}

function withSystemMessage(
  conversation: Conversation,
  { messageId, createdAt }: { messageId: string; createdAt: number },
  part: Part,
): Conversation {
  return withMessage(conversation, { id: messageId, role: 'system', createdAt, parts: [part] });
}

function withDelta(conversation: Conversation, messageId: string, delta: Part & { text: string }): Conversation {
  return changeMessage(conversation, messageId, (message) => {
    const last = message.parts.at(-1);
    if (last?.type !== delta.type || !('text' in last)) return { ...message, parts: [...message.parts, delta] };
    return { ...message, parts: [...message.parts.slice(0, -1), { ...last, text: last.text + delta.text }] };
  });
}

function withToolCall(
  conversation: Conversation,
  { messageId, toolCallId, toolName }: { messageId: string; toolCallId: string; toolName: string },
): Conversation {
  const ask = conversation.asks[toolCallId];
  const call: ToolCallPart = { type: 'tool_call', toolCallId, toolName, status: 'pending' };
  return changeMessage(conversation, messageId, (message) => ({
    ...message,
    parts: [...message.parts, ask ? withAskOn(call, ask) : call],
  }));
}

function withAsk(conversation: Conversation, ask: Ask): Conversation {
  const changed = changeToolCall(conversation, ask.toolCallId, (call) => withAskOn(call, ask));
  const { [ask.toolCallId]: _, ...others } = conversation.asks;
  // One that is over before its call was seen is on no page; whoever loads one must not show less than the others.
  const isShown = changed !== conversation || !isOver(ask);
  return { ...changed, asks: isShown ? { ...others, [ask.toolCallId]: ask } : others };
}

function withAskOn(call: ToolCallPart, ask: Ask): ToolCallPart {
  const interactive = { ...call, interactiveType: ask.kind };
  if (call.result) return interactive;
  if (isOpen(ask)) return { ...interactive, status: 'pending' };
  return { ...interactive, status: isWithdrawn(ask) ? 'error' : 'running' };
}

/** A turn that did not complete leaves no call spinning. */
function closeOpenCalls(conversation: Conversation, outcome: 'complete' | 'interrupted' | 'failed'): Conversation {
  if (outcome === 'complete') return conversation;
  const isUnfinished = (part: Part) =>
    part.type === 'tool_call' && (part.status === 'pending' || part.status === 'running');
  return {
    ...conversation,
    messages: conversation.messages.map((message) =>
      message.parts.some(isUnfinished)
        ? {
            ...message,
            parts: message.parts.map((part) => (isUnfinished(part) ? { ...part, status: 'error' } : part) as Part),
          }
        : message,
    ),
  };
}

function changeMessage(
  conversation: Conversation,
  messageId: string,
  change: (message: Message) => Message,
): Conversation {
  const index = conversation.messages.findLastIndex(({ id }) => id === messageId);
  const message = conversation.messages[index];
  return message ? { ...conversation, messages: conversation.messages.with(index, change(message)) } : conversation;
}

function changeToolCall(
  conversation: Conversation,
  toolCallId: string,
  change: (call: ToolCallPart) => ToolCallPart,
): Conversation {
  const isCall = (part: Part) => part.type === 'tool_call' && part.toolCallId === toolCallId;
  const message = conversation.messages.findLast(({ parts }) => parts.some(isCall));
  if (!message) return conversation;
  return changeMessage(conversation, message.id, (found) => ({
    ...found,
    parts: found.parts.map((part) => (part.type === 'tool_call' && isCall(part) ? change(part) : part)),
  }));
}

function askIndex(asks: Ask[]): Record<string, Ask> {
  return Object.fromEntries(asks.map((ask) => [ask.toolCallId, ask]));
}
