// One message: its parts in order, each drawn by its kind. Drawn again only when the message itself has changed, so that
// a long conversation stays smooth while its last answer grows.
import type { Ask, Conversation, Message, Part, ToolCallPart } from '@beckon/protocol';
import { isOpen, isOver, startsAgent } from '@beckon/protocol';
import { Hand } from 'lucide-react';
import { lazy, memo, Suspense, useContext } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { AskCard } from '../asks/AskCard.tsx';
import { DockedCall } from '../dock/DockedCall.tsx';
import { DockContext } from '../dock/useDock.ts';
import { Disclosure } from '../elements/Disclosure.tsx';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { Problem } from '../elements/Problem.tsx';
import { conversationOf, useBeckonState } from '../store/BeckonContext.tsx';
import { count } from '../text/words.ts';
import { DocumentPart } from './DocumentPart.tsx';
import { ImagePart } from './ImagePart.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { NoticePart } from './NoticePart.tsx';
import { ThinkingPart } from './ThinkingPart.tsx';
import { ToolCallCard } from './ToolCallCard.tsx';
import { TurnEnd } from './TurnEnd.tsx';

const ForkFrom = lazy(() => import('../past/ForkFrom.tsx'));

export interface MessageItemProps {
  sessionId: string;
  message: Message;
  /** The agent is still writing it. */
  isGrowing: boolean;
}

export const MessageItem = memo(function MessageItem({ sessionId, message, isGrowing }: MessageItemProps) {
  return (
    <ErrorBoundary fallback={<Problem>This message cannot be shown.</Problem>}>
      {message.role === 'user' ? (
        <UserMessage sessionId={sessionId} message={message} />
      ) : (
        <article aria-label={message.role === 'assistant' ? 'Agent' : 'Note'} className="space-y-3">
          {message.parts.map((part, index) => (
            <PartView
              key={part.type === 'tool_call' ? part.toolCallId : index}
              sessionId={sessionId}
              part={part}
              isGrowing={isGrowing && index === message.parts.length - 1}
            />
          ))}
          <ForkPlace sessionId={sessionId} message={message} />
        </article>
      )}
    </ErrorBoundary>
  );
});

function UserMessage({ sessionId, message }: Omit<MessageItemProps, 'isGrowing'>) {
  return (
    <div className="ml-auto flex w-fit max-w-[85%] flex-col items-end gap-1">
      <article aria-label="You" className="max-w-full space-y-2 rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5">
        {message.parts.map((part, index) =>
          // People write plain text: shown as it was typed.
          part.type === 'text' ? (
            <p key={index} className="break-words whitespace-pre-wrap">
              {part.text}
            </p>
          ) : (
            <PartView key={index} sessionId={sessionId} part={part} isGrowing={false} />
          ),
        )}
      </article>
      <UnreadNote sessionId={sessionId} messageId={message.id} />
      <ForkPlace sessionId={sessionId} message={message} />
    </div>
  );
}

/** A past session can be gone on with from any message of its agent or its person. */
function ForkPlace({ sessionId, message }: { sessionId: string; message: Message }) {
  const isPast = useBeckonState(({ view }) => view.sessions[sessionId]?.past?.place === 'list');
  if (!isPast || message.role === 'system' || message.parentToolCallId !== undefined) return null;
  return (
    <Suspense>
      <ForkFrom sessionId={sessionId} messageId={message.id} />
    </Suspense>
  );
}

function UnreadNote({ sessionId, messageId }: { sessionId: string; messageId: string }) {
  const isUnread = useBeckonState(({ view }) => view.sessions[sessionId]?.unread?.includes(messageId) === true);
  if (!isUnread) return null;
  return <p className="text-right text-xs text-muted">Not read yet. The agent gets it when it starts.</p>;
}

function PartView({ sessionId, part, isGrowing }: { sessionId: string; part: Part; isGrowing: boolean }) {
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} isGrowing={isGrowing} />;
    case 'thinking':
      return <ThinkingPart text={part.text} isGrowing={isGrowing} />;
    case 'image':
      return <ImagePart sessionId={sessionId} imageId={part.imageId} />;
    case 'document':
      return <DocumentPart sessionId={sessionId} document={part} />;
    case 'tool_call':
      return <ToolCall sessionId={sessionId} call={part} />;
    case 'notice':
      return <NoticePart notice={part} />;
    case 'turn_end':
      return <TurnEnd turn={part} />;
  }
}

/** A form where a person is or was asked about the call, else a card. */
function ToolCall({ sessionId, call }: { sessionId: string; call: ToolCallPart }) {
  const ask = useBeckonState((state) => conversationOf(state, sessionId)?.asks[call.toolCallId]);
  const isBehindAsk = useBeckonState((state) => !ask && isBehind(call, conversationOf(state, sessionId)));
  return (
    <div className="space-y-1">
      {ask ? <AskOfCall ask={ask} call={call} /> : <ToolCallCard call={call} isBehindAsk={isBehindAsk} />}
      {startsAgent(call.toolName) && <SubagentMessages sessionId={sessionId} call={call} />}
    </div>
  );
}

/** While the ask is at the bottom of the page, only the way to it. */
function AskOfCall({ ask, call }: { ask: Ask; call: ToolCallPart }) {
  const dock = useContext(DockContext);
  const isDocked = dock?.asks.some(({ id }) => id === ask.id) === true;
  return isDocked ? <DockedCall ask={ask} onShow={() => dock.show(ask.id)} /> : <AskCard ask={ask} call={call} />;
}

/** An agent makes its calls one after the other: what stands behind one that waits for its person does not run yet. */
function isBehind({ toolCallId, status }: ToolCallPart, conversation: Conversation | undefined): boolean {
  if (status !== 'running' || !conversation) return false;
  const isOwn = (part: Part) => part.type === 'tool_call' && part.toolCallId === toolCallId;
  const own = conversation.messages.findLast(({ parts }) => parts.some(isOwn));
  const calls = conversation.messages
    .filter(({ parentToolCallId }) => parentToolCallId === own?.parentToolCallId)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_call' ? [part.toolCallId] : [])));
  return calls.slice(0, calls.indexOf(toolCallId)).some((id) => {
    const ask = conversation.asks[id];
    return ask !== undefined && isOpen(ask);
  });
}

/**
 * What a subagent wrote and did, which are messages again: folded away under the call that started it, unless one of its
 * own calls has an ask that is not over, or that ended so that its person has to look.
 */
function SubagentMessages({ sessionId, call }: { sessionId: string; call: ToolCallPart }) {
  const messages = useBeckonState(
    useShallow((state) => {
      const all = conversationOf(state, sessionId)?.messages ?? [];
      return all.filter(({ parentToolCallId }) => parentToolCallId === call.toolCallId);
    }),
  );
  const asks = useBeckonState(
    useShallow((state) => {
      const all = conversationOf(state, sessionId)?.asks ?? {};
      const parts = messages.flatMap((message) => message.parts);
      return parts.flatMap((part) => (part.type === 'tool_call' ? (all[part.toolCallId] ?? []) : []));
    }),
  );
  const open = asks.filter(isOpen);
  const isWaiting = open.length > 0;
  if (messages.length === 0) return null;
  return (
    <Disclosure
      className="ml-4"
      isForcedOpen={asks.some(isToBeSeen)}
      summary={
        <span className="flex items-center gap-2 text-sm text-muted">
          {isWaiting && <Hand aria-hidden className="size-4 animate-beckon text-waiting" />}
          {isWaiting ? waitingWords(open) : `${count(messages.length, 'message')} of the subagent`}
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

function isToBeSeen(ask: Ask): boolean {
  return !isOver(ask) || ask.phase === 'unknown' || ask.phase === 'contradicted';
}

/** A subagent does not outlive the agent that started it, but what it asked does. */
function waitingWords(open: Ask[]): string {
  return open.every(({ phase }) => phase !== 'waiting')
    ? 'Its subagent’s ask waits for your response'
    : 'The subagent waits for your response';
}
