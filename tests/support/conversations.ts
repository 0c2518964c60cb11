// Events of a conversation as tests need them.
import type { Conversation, SessionEvent, SessionEventDraft, SessionInfo } from '@beckon/protocol';
import { emptyConversation, noUsage, reduceConversation } from '@beckon/protocol';
import { sessionId } from './asks.ts';

/** Events of one session, numbered from 1 on. */
export function numbered(drafts: readonly SessionEventDraft[], id = sessionId): SessionEvent[] {
  return drafts.map((draft, index) => ({ ...draft, sessionId: id, seq: index + 1 }));
}

export function conversationOf(...drafts: SessionEventDraft[]): Conversation {
  return numbered(drafts).reduce(reduceConversation, emptyConversation);
}

export const assistantMessage: SessionEventDraft = {
  type: 'message_start',
  data: { id: 'm1', role: 'assistant', createdAt: 1 },
};

export function textDelta(text: string, messageId = 'm1'): SessionEventDraft {
  return { type: 'text_delta', data: { messageId, text } };
}

export function toolCallStart(toolCallId = 'toolu_1', messageId = 'm1'): SessionEventDraft {
  return { type: 'tool_call_start', data: { messageId, toolCallId, toolName: 'Bash' } };
}

export function toolCallEnd(toolCallId = 'toolu_1'): SessionEventDraft {
  return { type: 'tool_call_end', data: { toolCallId, input: { command: 'touch x.txt' } } };
}

export function toolResult(toolCallId = 'toolu_1', isError = false): SessionEventDraft {
  return { type: 'tool_result', data: { toolCallId, result: { text: 'done', isError } } };
}

export function turnEnd(outcome: 'complete' | 'interrupted' | 'failed', messageId = 'end'): SessionEventDraft {
  return { type: 'done', data: { messageId, createdAt: 2, outcome, usage: noUsage, durationMs: 5 } };
}

export function sessionInfo(change: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: sessionId,
    driver: 'sdk',
    cwd: '/tmp',
    title: 'A session',
    state: 'user_turn',
    permissionMode: 'default',
    models: [],
    abilities: [],
    createdAt: 1,
    lastActivityAt: 1,
    usage: noUsage,
    ...change,
  };
}
