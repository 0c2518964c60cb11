// The messages of a session, oldest first, and the answered asks that belong to none of them. Those that wait for an answer
// have their place below the conversation.
import type { Ask, Conversation as ConversationData, Message, Session } from '@beckon/protocol';
import { ArrowDown } from 'lucide-react';
import { useMemo } from 'react';
import { AskCard } from '../asks/AskCard.tsx';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';
import { MessageItem } from './MessageItem.tsx';
import { useOpenedAt } from './useOpenedAt.ts';
import { useScroll } from './useScroll.ts';

export interface ConversationProps {
  session: Session;
  conversation: ConversationData;
}

export function Conversation({ session, conversation }: ConversationProps) {
  const { loadEarlier } = useBeckon();
  const earlier = useAction(() => loadEarlier(session.id));
  const shown = useMemo(() => withoutSubagents(conversation.messages), [conversation.messages]);
  const strayAsks = useMemo(() => asksWithoutCall(conversation), [conversation]);
  const hasEarlier = conversation.previousPage !== undefined;
  const scroll = useScroll({
    firstId: shown[0]?.id,
    // After a failure the button is left, so that scrolling does not knock on the gateway's door.
    onNearTop: () => hasEarlier && !earlier.error && void earlier.run(),
  });
  const { show } = scroll;
  const opened = useOpenedAt({ messages: conversation.messages, hasEarlier, earlier, show });

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroll.viewport}
        onScroll={scroll.onScroll}
        tabIndex={-1}
        className="relative h-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div ref={scroll.content} className="mx-auto max-w-3xl space-y-5 px-4 py-6">
          {opened.isLooking && (
            <p role="status" className="flex items-center justify-center gap-2 text-sm text-muted">
              <Spinner /> Looking for the message…
            </p>
          )}
          {opened.isMissing && (
            <p className="text-center text-sm text-muted">The message is not in this conversation any more.</p>
          )}
          {earlier.error && <Problem>Earlier messages could not be loaded. {earlier.error.message}</Problem>}
          {hasEarlier && (
            <Button look="quiet" isBusy={earlier.isRunning} onClick={() => void earlier.run()} className="mx-auto flex">
              Show earlier messages
            </Button>
          )}
          {shown.length === 0 &&
            session.asks.length === 0 &&
            strayAsks.length === 0 &&
            session.state !== 'assistant_turn' && (
              <p className="py-12 text-center text-muted">
                Nothing here yet.{session.abilities.includes('message') && ' Write the agent a message below.'}
              </p>
            )}
          {shown.map((message, index) => (
            <div
              key={message.id}
              data-message={message.id}
              aria-current={message.id === opened.markedId || undefined}
              className="rounded-lg aria-[current]:outline-2 aria-[current]:outline-offset-8 aria-[current]:outline-accent"
            >
              <MessageItem
                sessionId={session.id}
                message={message}
                isGrowing={session.state === 'assistant_turn' && index === shown.length - 1}
              />
            </div>
          ))}
          {strayAsks.map((ask) => (
            <AskCard key={ask.id} ask={ask} />
          ))}
          {session.state === 'assistant_turn' && session.asks.length === 0 && <Working />}
        </div>
      </div>
      {!scroll.isFollowing && (
        <Button onClick={scroll.jumpToLatest} className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md">
          <ArrowDown aria-hidden className="size-4" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}

function Working() {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Spinner /> Working…
    </p>
  );
}

/** A subagent's messages are shown under the call that started it, where that call is loaded. */
function withoutSubagents(messages: Message[]): Message[] {
  const calls = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_call' ? part.toolCallId : []))),
  );
  return messages.filter(({ parentToolCallId }) => parentToolCallId === undefined || !calls.has(parentToolCallId));
}

/** Answered asks that are not over and have no card among the loaded messages. */
function asksWithoutCall({ messages, asks }: ConversationData): Ask[] {
  const shown = new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool_call' ? asks[part.toolCallId]?.id : [])),
    ),
  );
  const underWay = new Set<Ask['state']>(['answered', 'delivered']);
  return Object.values(asks).filter(({ id, state }) => underWay.has(state) && !shown.has(id));
}
