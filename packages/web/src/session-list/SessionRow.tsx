// One session in the list: what it is called, where it works, and whether it waits.
import type { Ask, Session } from '@beckon/protocol';
import { SquareTerminal } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { FolderName } from '../text/FolderName.tsx';
import { AskLine } from '../text/AskLine.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { moreWait } from '../text/words.ts';
import { SessionState } from './SessionState.tsx';

export interface SessionRowProps {
  session: Session;
  isCurrent: boolean;
}

export const SessionRow = memo(function SessionRow({ session, isCurrent }: SessionRowProps) {
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
      {isWaiting && <WaitsFor asks={session.asks} cwd={session.cwd} />}
      {isWaiting && session.moreAsks !== undefined && (
        <span className="block text-xs text-muted">{moreWait(session.moreAsks)}</span>
      )}
      {/* What does not fit beside the state goes below it: a folder is known by its end. */}
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <SessionState session={session} />
        <FolderName path={session.cwd} />
      </span>
    </Link>
  );
});

/** What has waited longest, and how much else does. */
function WaitsFor({ asks, cwd }: { asks: readonly Ask[]; cwd: string }) {
  const [oldest] = asks;
  if (!oldest) return null;
  return (
    <span className="mt-0.5 flex items-baseline gap-1.5 text-sm">
      <span className="min-w-0">
        <AskLine ask={oldest} cwd={cwd} />
      </span>
      {asks.length > 1 && <span className="shrink-0 text-xs text-muted">and {asks.length - 1} more</span>}
    </span>
  );
}
