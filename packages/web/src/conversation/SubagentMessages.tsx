// What a subagent wrote and did, folded away under the call that started it, unless one of its calls waits for an
// answer.
import type { ToolCallPart } from '@beckon/protocol';
import { Hand } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { Disclosure } from '../elements/Disclosure.tsx';
import { conversationOf, useBeckonState } from '../store/BeckonContext.tsx';
import { count } from '../text/words.ts';
import { MessageItem } from './MessageItem.tsx';

export function SubagentMessages({ sessionId, call }: { sessionId: string; call: ToolCallPart }) {
  const messages = useBeckonState(
    useShallow((state) => {
      const all = conversationOf(state, sessionId)?.messages ?? [];
      return all.filter(({ parentToolCallId }) => parentToolCallId === call.toolCallId);
    }),
  );
  const isWaiting = useBeckonState((state) => {
    const asks = conversationOf(state, sessionId)?.asks ?? {};
    const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool_call');
    return calls.some(({ toolCallId }) => asks[toolCallId]?.state === 'open');
  });
  if (messages.length === 0) return null;
  return (
    <Disclosure
      className="ml-4"
      isForcedOpen={isWaiting}
      summary={
        <span className="flex items-center gap-2 text-sm text-muted">
          {isWaiting && <Hand aria-hidden className="size-4 animate-beckon text-waiting" />}
          {isWaiting ? 'The subagent waits for your response' : `${count(messages.length, 'message')} of the subagent`}
        </span>
      }
    >
      <div className="mt-1 space-y-3 border-l-2 border-line pl-3">
        {messages.map((message, index) => (
          <MessageItem
            key={message.id}
            sessionId={sessionId}
            message={message}
            isGrowing={call.status === 'running' && index === messages.length - 1}
          />
        ))}
      </div>
    </Disclosure>
  );
}
