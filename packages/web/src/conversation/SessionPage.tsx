// One session: its header and, below it, its conversation with the way to talk to it, or its terminal.
import type { BeckonError } from '@beckon/protocol';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { Link } from 'wouter';
import { Composer } from '../composer/Composer.tsx';
import { Button, buttonClasses } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { conversationOf, useBeckon, useBeckonState, useSession } from '../store/BeckonContext.tsx';
import { SessionHeader } from '../session-header/SessionHeader.tsx';
import { Conversation } from './Conversation.tsx';

export interface SessionPageProps {
  sessionId: string;
  /** Only where the session has one. */
  isTerminalWanted: boolean;
}

const PaneTab = lazy(() => import('../pane/PaneTab.tsx'));

export default function SessionPage({ sessionId, isTerminalWanted }: SessionPageProps) {
  const { openSession } = useBeckon();
  const session = useSession(sessionId);
  const conversation = useBeckonState((state) => conversationOf(state, sessionId));
  const error = useBeckonState((state) => state.loadErrors[sessionId]);
  const isWanted = useBeckonState(({ view }) => view.conversations[sessionId] !== undefined);
  // Before the first paint, in which a session that is not wanted counts as one that was removed.
  useLayoutEffect(() => openSession(sessionId), [openSession, sessionId]);

  if (!session) return isWanted && !error ? <Loading /> : <Missing error={error} />;
  const isTerminalShown = isTerminalWanted && session.abilities.includes('pane');
  return (
    <div className="flex h-full flex-col">
      <SessionHeader session={session} isTerminalShown={isTerminalShown} />
      {isTerminalShown ? (
        <Suspense fallback={<Loading />}>
          <PaneTab sessionId={session.id} />
        </Suspense>
      ) : (
        <>
          {conversation ? <Conversation session={session} conversation={conversation} /> : <Filler error={error} />}
          <Composer session={session} />
        </>
      )}
    </div>
  );
}

function Filler({ error }: { error: BeckonError | undefined }) {
  const { reloadStale } = useBeckon();
  if (!error) return <Loading />;
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 space-y-3 px-4 py-6">
      <Problem>The conversation could not be loaded. {error.message}</Problem>
      <Button onClick={reloadStale}>Try again</Button>
    </div>
  );
}

function Missing({ error }: { error: BeckonError | undefined }) {
  const isGone = !error || error.code === 'session_not_found' || error.code === 'invalid_request';
  return (
    <div className="mx-auto max-w-md space-y-4 px-4 py-16 text-center">
      <p className="font-medium">{isGone ? 'There is no such session any more.' : error.message}</p>
      <Link href="/" className={buttonClasses('secondary')}>
        To all sessions
      </Link>
    </div>
  );
}

function Loading() {
  return (
    <p className="flex flex-1 animate-late items-center justify-center gap-2 py-16 text-sm text-muted">
      <Spinner /> Loading…
    </p>
  );
}
