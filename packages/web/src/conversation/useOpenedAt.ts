// A session that is opened at one of its messages, by `?at=` in the address: earlier pages are loaded until the message is
// there, and then it is shown.
import type { Message } from '@beckon/protocol';
import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import type { Action } from '../elements/useAction.ts';

export interface OpenedAt {
  /** The message that it was opened at, or the one in which that is shown. */
  markedId: string | undefined;
  isLooking: boolean;
  /** All that can be loaded was, and it is not there. */
  isMissing: boolean;
}

interface OpenedAtOptions {
  messages: readonly Message[];
  hasEarlier: boolean;
  earlier: Action<[]>;
  show: (messageId: string) => void;
}

/** Of 60 messages each; whoever looks further up scrolls. */
const mostPages = 200;

export function useOpenedAt({ messages, hasEarlier, earlier, show }: OpenedAtOptions): OpenedAt {
  const at = new URLSearchParams(useSearch()).get('at') ?? undefined;
  const markedId = useMemo(() => (at === undefined ? undefined : shownIn(messages, at)), [messages, at]);
  const shown = useRef<string>(undefined);
  const pages = useRef(0);
  const isEnd = !hasEarlier || earlier.error !== undefined || pages.current >= mostPages;
  useEffect(() => {
    if (at === undefined || shown.current === at) return;
    if (markedId !== undefined) {
      shown.current = at;
      show(markedId);
    } else if (!isEnd && !earlier.isRunning) {
      pages.current += 1;
      void earlier.run();
    }
  });
  const isSought = at !== undefined && markedId === undefined;
  return { markedId, isLooking: isSought && !isEnd, isMissing: isSought && isEnd };
}

/** A subagent's message is shown under the call that started it. */
function shownIn(messages: readonly Message[], id: string): string | undefined {
  let message = messages.find((one) => one.id === id);
  for (let depth = 0; message?.parentToolCallId !== undefined && depth < 20; depth += 1) {
    const call = message.parentToolCallId;
    const above = messages.find(({ parts }) =>
      parts.some((part) => part.type === 'tool_call' && part.toolCallId === call),
    );
    if (!above) break;
    message = above;
  }
  return message?.id;
}
