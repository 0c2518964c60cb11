// A tool call in the conversation: a form where a person is or was asked about it, else a card.
import type { ToolCallPart } from '@beckon/protocol';
import { AskCard } from '../asks/AskCard.tsx';
import { conversationOf, useBeckonState } from '../store/BeckonContext.tsx';
import { startsAgent } from '../tools/toolWords.ts';
import { SubagentMessages } from './SubagentMessages.tsx';
import { ToolCallCard } from './ToolCallCard.tsx';

export function ToolCall({ sessionId, call }: { sessionId: string; call: ToolCallPart }) {
  const ask = useBeckonState((state) => conversationOf(state, sessionId)?.asks[call.toolCallId]);
  return (
    <>
      {ask ? <AskCard ask={ask} call={call} /> : <ToolCallCard call={call} />}
      {startsAgent(call.toolName) && <SubagentMessages sessionId={sessionId} call={call} />}
    </>
  );
}
