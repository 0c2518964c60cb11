// What waits for a decision, at the bottom of its session's page and in reach of a thumb, wherever one scrolls.
import type { Session } from '@beckon/protocol';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { AskCard, isBroad } from '../asks/AskCard.tsx';
import { DockedContext } from '../asks/docked.tsx';
import { QueuedMessages } from '../composer/TerminalNotes.tsx';
import { handleInboxKey, isForCards, type Typing } from '../inbox/inboxKeys.ts';
import { DockBar } from './DockBar.tsx';
import type { Dock as DockState } from './useDock.ts';
import { placeOf } from './useDock.ts';
import { dockAttribute } from './useDockFocus.ts';

export interface DockProps {
  session: Session;
  dock: DockState;
  /** A keyboard is on the screen, and leaves less of it. */
  isScreenShort: boolean;
}

export function Dock({ session, dock, isScreenShort }: DockProps) {
  const { front, isLarge, isWriting } = dock;
  const drawn = useDrawn(dock);
  const onKeyDown = useDockKeys(dock);
  return (
    <section
      {...{ [dockAttribute]: true }}
      aria-label="Waits for you"
      // What was begun on a card is there when its person comes back to it.
      hidden={isWriting}
      onKeyDown={onKeyDown}
      className={`flex min-h-0 flex-col border-line bg-canvas px-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] wide:px-4 wide:pb-3 ${
        isLarge ? 'flex-1' : `border-t ${isScreenShort ? 'max-h-full' : 'max-h-[max(62%,28rem)] short:max-h-full'}`
      }`}
    >
      <div
        className={`mx-auto flex min-h-0 w-full flex-col ${isLarge ? 'flex-1' : ''} ${isLarge || (front && isBroad(front)) ? 'max-w-5xl' : 'max-w-3xl'}`}
      >
        <QueuedMessages session={session} />
        <DockBar session={session} dock={dock} />
        <DockedContext value>
          {drawn.map((ask) => (
            <div key={ask.id} hidden={ask.id !== front?.id} className="flex min-h-0 flex-auto flex-col">
              <AskCard ask={ask} />
            </div>
          ))}
        </DockedContext>
      </div>
    </section>
  );
}

/** The ask in front, and those that were there before and are open still. */
function useDrawn({ asks, front }: DockState) {
  const [shown, setShown] = useState<readonly string[]>([]);
  if (front && !shown.includes(front.id)) setShown([...shown, front.id]);
  return asks.filter(({ id }) => id === front?.id || shown.includes(id));
}

/** The keys of the inbox, for whoever is in the dock. */
function useDockKeys(dock: DockState) {
  const typing = useRef<Typing>({ inVainAt: -Infinity });
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    const { key, nativeEvent, currentTarget } = event;
    const { previous, next } = placeOf(dock);
    const neighbour = key === 'j' ? next : key === 'k' ? previous : undefined;
    if (key === 'j' || key === 'k') {
      if (neighbour && isForCards(nativeEvent)) dock.show(neighbour.id);
    } else if (handleInboxKey(currentTarget, nativeEvent, typing.current)) event.preventDefault();
  };
}
