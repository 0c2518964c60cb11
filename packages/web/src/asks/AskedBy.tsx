// Which subagent asks: by what it was started for, where the conversation has that, else by its id.
import type { Ask, Conversation, Part, ToolCallPart } from '@beckon/protocol';
import { toolWords } from '@beckon/protocol';
import { conversationOf, useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function AskedBy({ ask }: { ask: Ask }) {
  const task = useBeckonState((state) => {
    const conversation = conversationOf(state, ask.sessionId);
    const call = conversation && startOfSubagent(conversation, ask.toolCallId);
    return call && toolWords(call.toolName, call.input).gist;
  });
  if (ask.agentId === undefined) return null;
  return (
    <p className="text-xs break-words text-muted">
      Asked by subagent <VisibleText text={task ? `“${task}”` : ask.agentId} />
    </p>
  );
}

/** The call that started the subagent which made this call. */
function startOfSubagent({ messages }: Conversation, toolCallId: string): ToolCallPart | undefined {
  const isOf = (id: string) => (part: Part) => part.type === 'tool_call' && part.toolCallId === id;
  const parent = messages.findLast(({ parts }) => parts.some(isOf(toolCallId)))?.parentToolCallId;
  if (parent === undefined) return undefined;
  const start = messages.flatMap(({ parts }) => parts).find(isOf(parent));
  return start?.type === 'tool_call' ? start : undefined;
}
