// One message: its parts in order, each drawn by its kind. Drawn again only when the message itself has changed, so that
// a long conversation stays smooth while its last answer grows.
import type { Message, Part } from '@beckon/protocol';
import { memo } from 'react';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { Problem } from '../elements/Problem.tsx';
import { ImagePart } from './ImagePart.tsx';
import { Markdown } from './Markdown.tsx';
import { NoticePart } from './NoticePart.tsx';
import { ThinkingPart } from './ThinkingPart.tsx';
import { ToolCall } from './ToolCall.tsx';
import { TurnEnd } from './TurnEnd.tsx';

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
        </article>
      )}
    </ErrorBoundary>
  );
});

function UserMessage({ sessionId, message }: Omit<MessageItemProps, 'isGrowing'>) {
  return (
    <article
      aria-label="You"
      className="ml-auto w-fit max-w-[85%] space-y-2 rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5"
    >
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
  );
}

function PartView({ sessionId, part, isGrowing }: { sessionId: string; part: Part; isGrowing: boolean }) {
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} isGrowing={isGrowing} />;
    case 'thinking':
      return <ThinkingPart text={part.text} isGrowing={isGrowing} />;
    case 'image':
      return <ImagePart sessionId={sessionId} imageId={part.imageId} />;
    case 'tool_call':
      return <ToolCall sessionId={sessionId} call={part} />;
    case 'notice':
      return <NoticePart level={part.level} text={part.text} />;
    case 'turn_end':
      return <TurnEnd turn={part} />;
  }
}
