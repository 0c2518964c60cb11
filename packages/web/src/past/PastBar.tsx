// What is to be known of a past session that somebody reads, and what can be done with it beside going on.
import type { PastInfo, Session } from '@beckon/protocol';
import { Archive, ArchiveRestore, GitBranch, GitFork, SquareTerminal, Undo2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { originWords, whyNot } from './pastWords.ts';

export default function PastBar({ session, past }: { session: Session; past: PastInfo }) {
  const { transport, pastChanged } = useBeckon();
  const [, navigate] = useLocation();
  const hasTerminals = useBeckonState(({ about }) => about?.drivers.some(({ name }) => name === 'terminal') === true);
  const { id, cwd, title } = session;
  const inTerminal = useAction(() => transport.createSession({ cwd, resume: id, driver: 'terminal', title }));
  const fork = useAction(async () => {
    const forked = await transport.forkSession(id);
    pastChanged();
    navigate(`/sessions/${forked.id}`);
  });
  const archive = useAction(async (isArchived: boolean) => {
    pastChanged(await transport.updateSession(id, { isArchived }));
  });
  const restore = useAction(async () => pastChanged(await transport.restoreSession(id)));
  const error = inTerminal.error ?? fork.error ?? archive.error ?? restore.error;
  const obstacle = whyNot(past);
  return (
    <section aria-label="This past session" className="border-b border-line bg-raised px-3 py-2 text-sm wide:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-0 text-muted">
          <span className="font-medium text-ink">{originWords[past.origin]}</span>, {periodWords(session)}
          {past.branch !== undefined && (
            <span className="ml-2 inline-flex items-center gap-1">
              <GitBranch aria-label="on branch" className="size-3.5" />
              <VisibleText text={past.branch} />
            </span>
          )}
          {past.forkedFrom !== undefined && (
            <Link href={`/sessions/${past.forkedFrom}`} className="ml-2 underline">
              Forked from another session
            </Link>
          )}
        </p>
        <span className="ml-auto flex flex-wrap gap-1.5">
          {past.place === 'trash' ? (
            <Button isBusy={restore.isRunning} onClick={() => void restore.run()}>
              <Undo2 aria-hidden className="size-4" /> Restore
            </Button>
          ) : (
            <>
              {hasTerminals && (
                <Button whyNot={obstacle} isBusy={inTerminal.isRunning} onClick={() => void inTerminal.run()}>
                  <SquareTerminal aria-hidden className="size-4" /> In a terminal
                </Button>
              )}
              <Button isBusy={fork.isRunning} onClick={() => void fork.run()}>
                <GitFork aria-hidden className="size-4" /> Fork
              </Button>
              <Button isBusy={archive.isRunning} onClick={() => void archive.run(past.place === 'list')}>
                {past.place === 'list' ? (
                  <>
                    <Archive aria-hidden className="size-4" /> Archive
                  </>
                ) : (
                  <>
                    <ArchiveRestore aria-hidden className="size-4" /> Back to the list
                  </>
                )}
              </Button>
            </>
          )}
        </span>
      </div>
      {obstacle !== undefined && <p className="mt-1.5 font-medium text-waiting">{obstacle}</p>}
      {error && (
        <div className="mt-2">
          <Problem>{error.message}</Problem>
        </div>
      )}
    </section>
  );
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function periodWords({ createdAt, lastActivityAt }: Session): string {
  const isOneDay = day.format(createdAt) === day.format(lastActivityAt);
  return isOneDay ? moment.format(lastActivityAt) : `${day.format(createdAt)} to ${moment.format(lastActivityAt)}`;
}
