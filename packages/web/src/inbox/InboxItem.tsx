// One ask in the inbox: whose it is, then its card.
import type { Ask } from '@beckon/protocol';
import { SquareTerminal } from 'lucide-react';
import { Link } from 'wouter';
import { AskCard } from '../asks/AskCard.tsx';
import type { ApprovalAsk } from '../asks/ToolApproval.tsx';
import { useSession } from '../store/BeckonContext.tsx';
import { FolderName } from '../text/FolderName.tsx';
import { OneLine } from '../text/OneLine.tsx';
import { Together } from './Together.tsx';

export interface InboxItemProps {
  ask: Ask;
  /** All that are for the same thing, this one first. */
  alike?: ApprovalAsk[] | undefined;
}

export function InboxItem({ ask, alike }: InboxItemProps) {
  const session = useSession(ask.sessionId);
  return (
    <div className="space-y-1.5">
      <p className="flex items-baseline gap-2 px-1 text-sm">
        <Link
          href={`/sessions/${ask.sessionId}`}
          aria-keyshortcuts="o"
          className="min-w-0 shrink rounded font-medium hover:underline pointer-coarse:py-1.5"
        >
          <OneLine text={session?.title ?? 'An older session'} />
        </Link>
        {session?.driver === 'terminal' && (
          <span title="Runs in a terminal" className="shrink-0 self-center text-muted">
            <SquareTerminal aria-hidden className="size-3.5" />
            <span className="sr-only">Runs in a terminal</span>
          </span>
        )}
        {session && <FolderName path={session.cwd} />}
      </p>
      <AskCard ask={ask} />
      {alike && <Together asks={alike} />}
    </div>
  );
}
