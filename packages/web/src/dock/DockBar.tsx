// The line above a docked card: which of several asks it is and the way to the others, what can be done besides answering,
// and how large the card is.
import type { Session } from '@beckon/protocol';
import { ChevronLeft, ChevronRight, Maximize2, MessageSquare, Minimize2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { GiveUp } from '../composer/GiveUp.tsx';
import { InterruptButton, useInterrupt } from '../composer/InterruptButton.tsx';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { isParked } from '../session-list/sessionWords.ts';
import { moreWait } from '../text/words.ts';
import type { Dock } from './useDock.ts';
import { placeOf } from './useDock.ts';

export function DockBar({ session, dock }: { session: Session; dock: Dock }) {
  const { isLarge } = dock;
  const interrupt = useInterrupt(session);
  return (
    <>
      {interrupt?.error && <Problem>{interrupt.error.message}</Problem>}
      <div className="flex flex-wrap items-center gap-x-2 py-1">
        {dock.asks.length > 1 && <Pager dock={dock} />}
        {session.moreAsks !== undefined && <p className="text-xs text-muted">{moreWait(session.moreAsks)}</p>}
        <div className="ml-auto flex flex-wrap items-center justify-end">
          {canWrite(session) && (
            <Button look="quiet" onClick={dock.write}>
              <MessageSquare aria-hidden className="size-4" />
              <span className="max-[18rem]:sr-only">
                Write<span className="max-sm:sr-only"> a message</span>
              </span>
            </Button>
          )}
          {isParked(session) ? (
            <GiveUp sessionId={session.id} />
          ) : (
            interrupt && <InterruptButton interrupt={interrupt} look="quiet" />
          )}
          <IconButton
            Icon={isLarge ? Minimize2 : Maximize2}
            name={isLarge ? 'Make it smaller' : 'Make it larger'}
            onPress={() => dock.resize(!isLarge)}
          />
        </div>
      </div>
    </>
  );
}

function Pager({ dock }: { dock: Dock }) {
  const { number, previous, next } = placeOf(dock);
  return (
    <div className="-ml-2 flex items-center">
      <IconButton Icon={ChevronLeft} name="Previous ask" onPress={previous && (() => dock.show(previous.id))} />
      <p className="text-sm whitespace-nowrap text-muted tabular-nums">
        <span className="font-semibold text-waiting">{number}</span> of {dock.asks.length}
      </p>
      <IconButton Icon={ChevronRight} name="Next ask" onPress={next && (() => dock.show(next.id))} />
    </div>
  );
}

interface IconButtonProps {
  Icon: LucideIcon;
  name: string;
  /** Absent where it leads nowhere. */
  onPress: (() => void) | undefined;
}

function IconButton({ Icon, name, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      title={name}
      disabled={onPress === undefined}
      onClick={onPress}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted enabled:hover:bg-raised enabled:hover:text-ink disabled:opacity-40 pointer-coarse:size-11"
    >
      <Icon aria-hidden className="size-4.5" />
      <span className="sr-only">{name}</span>
    </button>
  );
}

/** An agent that does not run would be started by a message, and one in a terminal shows a dialog in the place of its prompt. */
function canWrite(session: Session): boolean {
  return session.abilities.includes('message') && !session.abilities.includes('pane') && !isParked(session);
}
