// One session: its header and, below it, its terminal, or its conversation with what waits for an answer or the way to talk
// to it.
import type { BeckonError, Session } from '@beckon/protocol';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { Link } from 'wouter';
import { Composer } from '../composer/Composer.tsx';
import { Dock } from '../dock/Dock.tsx';
import { DockContext, useDock } from '../dock/useDock.ts';
import { Button, buttonClasses } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useVisibleInsets } from '../elements/useVisibleInsets.ts';
import { conversationOf, useBeckon, useBeckonState, useSession } from '../store/BeckonContext.tsx';
import { SessionHeader } from '../session-header/SessionHeader.tsx';
import { Conversation } from './Conversation.tsx';

export interface SessionPageProps {
  sessionId: string;
  /** Only where the session has one. */
  isTerminalWanted: boolean;
}

/** No keyboard is lower. */
const keyboardPx = 100;

const PaneTab = lazy(() => import('../pane/PaneTab.tsx'));
const PastBar = lazy(() => import('../past/PastBar.tsx'));

export default function SessionPage({ sessionId, isTerminalWanted }: SessionPageProps) {
  const { openSession } = useBeckon();
  const session = useSession(sessionId);
  const error = useBeckonState((state) => state.loadErrors[sessionId]);
  const isWanted = useBeckonState(({ view }) => view.conversations[sessionId] !== undefined);
  const insets = useVisibleInsets();
  // Before the first paint, in which a session that is not wanted counts as one that was removed.
  useLayoutEffect(() => openSession(sessionId), [openSession, sessionId]);

  if (!session) return isWanted && !error ? <Loading /> : <Missing error={error} />;
  const isTerminalShown = isTerminalWanted && session.abilities.includes('pane');
  // The terminal sees to this by itself.
  const { top, bottom } = isTerminalShown ? { top: 0, bottom: 0 } : insets;
  return (
    <div className="flex h-full flex-col" style={{ paddingTop: top, paddingBottom: bottom }}>
      <SessionHeader session={session} isTerminalShown={isTerminalShown} />
      {session.past && (
        <Suspense>
          <PastBar session={session} past={session.past} />
        </Suspense>
      )}
      {isTerminalShown ? (
        <Suspense fallback={<Loading />}>
          <PaneTab sessionId={session.id} />
        </Suspense>
      ) : (
        <ConversationSide session={session} error={error} isScreenShort={top + bottom > keyboardPx} />
      )}
    </div>
  );
}

interface ConversationSideProps {
  session: Session;
  error: BeckonError | undefined;
  /** A keyboard is on it. */
  isScreenShort: boolean;
}

function ConversationSide({ session, error, isScreenShort }: ConversationSideProps) {
  const conversation = useBeckonState((state) => conversationOf(state, session.id));
  const dock = useDock(session);
  const isDocked = dock.front !== undefined && !dock.isWriting;
  const isCovered = isDocked && dock.isLarge;
  return (
    <DockContext value={dock}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div inert={isCovered} className={`flex min-h-0 flex-col ${isCovered ? 'h-0' : 'flex-1'}`}>
          {conversation ? <Conversation session={session} conversation={conversation} /> : <Filler error={error} />}
        </div>
        {dock.front && <Dock session={session} dock={dock} isScreenShort={isScreenShort} />}
        {!isDocked && !(session.past && session.abilities.length === 0) && <Composer session={session} />}
      </div>
    </DockContext>
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
