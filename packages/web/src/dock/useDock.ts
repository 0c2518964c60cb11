// Which of a session's open asks stands at the bottom of its page, in place of the message field. Once there, an ask stays
// until it is answered or its person turns to another one, whatever comes meanwhile.
import type { Ask, Session } from '@beckon/protocol';
import { createContext, useMemo, useState } from 'react';
import { isDocument } from '../asks/AskCard.tsx';
import { askElementId } from '../asks/AskFrame.tsx';
import { isEmptyDraft } from '../composer/promptDraft.ts';
import { messageFieldId } from '../composer/usePrefill.ts';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { useDockFocus } from './useDockFocus.ts';

export interface Dock {
  /** Open, oldest first. */
  asks: readonly Ask[];
  /** The one that is shown. */
  front: Ask | undefined;
  /** Its person writes a message first; what waits is a line above the field meanwhile. */
  isWriting: boolean;
  /** The card has the room of the conversation, too. */
  isLarge: boolean;
  /** Brings an ask to the front, and the focus to it. */
  show: (askId: string) => void;
  /** Shows the message field in the dock's place, with the focus. */
  write: () => void;
  resize: (isLarge: boolean) => void;
  /** The message field has got the focus, or lost it. */
  noteField: (hasFocus: boolean) => void;
}

/** Absent where asks are answered in the conversation itself. */
export const DockContext = createContext<Dock | undefined>(undefined);

export function useDock({ id, asks }: Session): Dock {
  const [frontId, setFrontId] = useState<string>();
  const [isWriting, setIsWriting] = useState(false);
  const [sized, setSized] = useState<{ askId: string; isLarge: boolean }>();
  const [isInField, setIsInField] = useState(false);
  const hasDraft = useBeckonState(({ drafts: { prompts } }) => prompts[id] !== undefined && !isEmptyDraft(prompts[id]));
  const front = asks.find((ask) => ask.id === frontId) ?? asks[0];
  if (front?.id !== frontId) {
    setFrontId(front?.id);
    if (!front) setIsWriting(false);
    // Whoever writes when an ask comes is not interrupted in the middle of a word.
    else if (frontId === undefined) setIsWriting(isInField && hasDraft);
  }
  const focusOn = useDockFocus(front?.id);
  const isLarge = front !== undefined && (sized?.askId === front.id ? sized.isLarge : isDocument(front));

  return useMemo(
    () => ({
      asks,
      front,
      isWriting,
      isLarge,
      show(askId) {
        setFrontId(askId);
        setIsWriting(false);
        focusOn(askElementId(askId));
      },
      write() {
        setIsWriting(true);
        focusOn(messageFieldId);
      },
      resize: (wanted) => front && setSized({ askId: front.id, isLarge: wanted }),
      noteField: setIsInField,
    }),
    [asks, front, isWriting, isLarge, focusOn],
  );
}

/** Of so many, which one is shown, and which come before and after it. */
export function placeOf({ asks, front }: Dock) {
  const index = asks.findIndex(({ id }) => id === front?.id);
  return { number: index + 1, previous: asks[index - 1], next: asks[index + 1] };
}
