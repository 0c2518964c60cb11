// All sessions, those that wait for their person first.
import type { Session } from '@beckon/protocol';
import { sessionsInOrder } from '@beckon/protocol';
import { Hand, History, Plus, SquareTerminal } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import { buttonClasses } from '../elements/Button.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { FolderName } from '../text/FolderName.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { SessionState } from './SessionState.tsx';

export function SessionList({ currentId }: { currentId: string | undefined }) {
  const view = useBeckonState((state) => state.view.sessions);
  const sessions = useMemo(() => sessionsInOrder({ sessions: view, seq: 0, conversations: {} }), [view]);
  const isLoaded = useBeckonState((state) => state.view.epoch !== undefined);
  return (
    <nav aria-label="Sessions" className="flex h-full flex-col">
      <header className="flex items-center justify-between gap-2 px-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-3">
        <Link href="/" className="flex items-center gap-2 rounded-md text-lg font-semibold tracking-tight">
          <Hand aria-hidden className="size-5 text-waiting" />
          Beckon
        </Link>
        <span className="flex shrink-0 items-center gap-1">
          <Link href="/history" title="History" className={buttonClasses('quiet')}>
            <History aria-hidden className="size-4" />
            <span className="sr-only">History</span>
          </Link>
          <Link href="/new" className={buttonClasses('secondary')}>
            <Plus aria-hidden className="size-4" />
            New session
          </Link>
        </span>
      </header>
      {isLoaded && sessions.length === 0 && (
        <p className="px-4 py-6 text-sm text-muted">
          No sessions yet. Start one, and it appears here with what it waits for.
        </p>
      )}
      <ul className="relative min-h-0 flex-1 space-y-1 overflow-y-auto px-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} isCurrent={session.id === currentId} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const SessionRow = memo(function SessionRow({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  const isWaiting = session.asks.length > 0;
  return (
    <Link
      href={`/sessions/${session.id}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={`block rounded-lg border px-3 py-2.5 transition-colors ${
        isWaiting
          ? 'border-waiting-line bg-waiting-soft'
          : isCurrent
            ? 'border-line bg-panel'
            : 'border-transparent hover:bg-raised'
      } ${isCurrent ? 'shadow-sm ring-1 ring-edge/40' : ''}`}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          <VisibleText text={session.title} />
        </span>
        {session.driver === 'terminal' && (
          <span title="Runs in a terminal" className="shrink-0 self-center text-muted">
            <SquareTerminal aria-hidden className="size-3.5" />
            <span className="sr-only">Runs in a terminal</span>
          </span>
        )}
        <span className="shrink-0 text-xs text-muted">
          <RelativeTime at={session.lastActivityAt} />
        </span>
      </span>
      {/* What does not fit beside the state goes below it: a folder is known by its end. */}
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <SessionState session={session} />
        <FolderName path={session.cwd} />
      </span>
    </Link>
  );
});
