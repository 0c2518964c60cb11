// The two sides of a session that runs in a terminal.
import type { Session } from '@beckon/protocol';
import { Hand, MessagesSquare, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export interface SessionTabsProps {
  session: Session;
  isTerminalShown: boolean;
}

export function SessionTabs({ session: { id, asks }, isTerminalShown }: SessionTabsProps) {
  const isWaitingElsewhere = isTerminalShown && asks.length > 0;
  return (
    <nav aria-label="Views of this session" className="mt-2 flex gap-1 rounded-lg bg-raised p-0.5 wide:inline-flex">
      <Tab href={`/sessions/${id}`} isCurrent={!isTerminalShown}>
        {isWaitingElsewhere ? (
          <Hand aria-hidden className="size-4 animate-beckon text-waiting" />
        ) : (
          <MessagesSquare aria-hidden className="size-4" />
        )}
        Conversation
      </Tab>
      <Tab href={`/sessions/${id}/terminal`} isCurrent={isTerminalShown}>
        <SquareTerminal aria-hidden className="size-4" />
        Terminal
      </Tab>
    </nav>
  );
}

function Tab({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-8 flex-1 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11 ${
        isCurrent ? 'bg-panel text-ink shadow-sm ring-1 ring-edge/40' : 'text-muted hover:text-ink'
      }`}
    >
      {children}
    </Link>
  );
}
