// The page: the list of sessions beside what is open, or, on a narrow screen, one of them at a time.
import { ChevronLeft } from 'lucide-react';
import { openAsks } from '@beckon/protocol';
import { lazy, Suspense, useEffect } from 'react';
import { Link, Router, useLocation, useRoute } from 'wouter';
import type { BaseLocationHook } from 'wouter';
import { ConnectionBanner } from '../connection/ConnectionBanner.tsx';
import { OldPageBanner } from '../connection/OldPageBanner.tsx';
import { TroubleBanner } from '../connection/TroubleBanner.tsx';
import { buttonClasses } from '../elements/Button.tsx';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { Problem } from '../elements/Problem.tsx';
import { PaletteKey } from '../palette/PaletteKey.tsx';
import { StartScreen } from '../new-session/StartScreen.tsx';
import { SessionList } from '../session-list/SessionList.tsx';
import type { Beckon } from '../store/beckon.ts';
import { BeckonContext, useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { AskAnnouncer } from './AskAnnouncer.tsx';
import { loadSessionPage } from './loadSessionPage.ts';
import { SignedOut } from './SignedOut.tsx';

export interface AppProps {
  beckon: Beckon;
  /** Where routes live if not in the page's address, for a host that has an address of its own. */
  locationHook?: BaseLocationHook | undefined;
}

export function App({ beckon, locationHook }: AppProps) {
  return (
    <BeckonContext value={beckon}>
      <Router {...(locationHook && { hook: locationHook })}>
        <Page />
      </Router>
    </BeckonContext>
  );
}

const SessionPage = lazy(loadSessionPage);
const InboxPage = lazy(() => import('../inbox/InboxPage.tsx'));
const LogPage = lazy(() => import('../log/LogPage.tsx'));
const SettingsPage = lazy(() => import('../settings/SettingsPage.tsx'));
const SearchPage = lazy(() => import('../search/SearchPage.tsx'));
const UsagePage = lazy(() => import('../usage/UsagePage.tsx'));

function Page() {
  const why = useBeckonState(({ refusal }) => refusal);
  if (why !== undefined) return <SignedOut why={why} />;
  return (
    <>
      <Panes />
      <AskAnnouncer />
      <PaletteKey />
    </>
  );
}

function Panes() {
  const [, session] = useRoute('/sessions/:id/:view?');
  const [isNew] = useRoute('/new');
  const [, log] = useRoute('/log/:sessionId?');
  const [isInbox] = useRoute('/inbox');
  const [isSettings] = useRoute('/settings');
  const [isSearch] = useRoute('/search');
  const [isUsage] = useRoute('/usage');
  const [isStart] = useRoute('/');
  const [isList] = useRoute('/sessions');
  useInboxFirst();
  const hasSessions = useBeckonState(({ view }) => hasAny(view.sessions));
  // The list leads everywhere else, so that it can be asked for even where no session is in it.
  const isListFirst = isList || (isStart && hasSessions);
  return (
    <div className="flex h-dvh flex-col overflow-clip">
      <ConnectionBanner />
      <TroubleBanner />
      <OldPageBanner />
      <div className="grid min-h-0 flex-1 wide:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={`min-h-0 min-w-0 wide:block wide:border-r wide:border-line ${isListFirst ? '' : 'hidden'}`}>
          <SessionList currentId={session?.id} />
        </div>
        <main className={`min-h-0 min-w-0 wide:block ${isListFirst ? 'hidden' : ''}`}>
          {session ? (
            <ErrorBoundary key={session.id} fallback={<Broken />}>
              <Suspense>
                <SessionPage sessionId={session.id} isTerminalWanted={session.view === 'terminal'} />
              </Suspense>
            </ErrorBoundary>
          ) : log ? (
            <ErrorBoundary fallback={<Broken />}>
              <Suspense>
                <LogPage sessionId={log.sessionId} />
              </Suspense>
            </ErrorBoundary>
          ) : isInbox ? (
            <ErrorBoundary fallback={<Broken />}>
              <Suspense>
                <InboxPage />
              </Suspense>
            </ErrorBoundary>
          ) : isSettings ? (
            <ErrorBoundary fallback={<Broken />}>
              <Suspense>
                <SettingsPage />
              </Suspense>
            </ErrorBoundary>
          ) : isSearch || isUsage ? (
            <ErrorBoundary key={isSearch ? 'search' : 'usage'} fallback={<Broken />}>
              <Suspense>{isSearch ? <SearchPage /> : <UsagePage />}</Suspense>
            </ErrorBoundary>
          ) : !isStart && !isList && !isNew ? (
            <NoSuchPage />
          ) : (
            <div className="flex h-full flex-col">
              <BackToList />
              <div className="min-h-0 flex-1">
                <StartScreen />
              </div>
            </div>
          )}
        </main>
      </div>
    </div>
  );
}

/**
 * Whoever comes to the first page while something waits is led to it. Only on arrival: a form that someone fills in stays
 * where it is, whatever comes meanwhile.
 */
function useInboxFirst(): void {
  const [location, navigate] = useLocation();
  const isLoaded = useBeckonState(({ view }) => view.epoch !== undefined);
  const { store } = useBeckon();
  useEffect(() => {
    if (!isLoaded || location !== '/') return;
    if (openAsks(store.getState().view).length > 0) navigate('/inbox', { replace: true });
  }, [isLoaded, location, navigate, store]);
}

function hasAny(sessions: object): boolean {
  for (const _ in sessions) return true;
  return false;
}

function BackToList() {
  return (
    <Link
      href="/sessions"
      className="flex min-h-11 items-center gap-1 px-3 pt-[env(safe-area-inset-top)] text-sm text-muted wide:hidden"
    >
      <ChevronLeft aria-hidden className="size-5" />
      All sessions
    </Link>
  );
}

function NoSuchPage() {
  const [path] = useLocation();
  return (
    <div className="mx-auto max-w-xl space-y-3 px-4 py-16">
      <h1 className="text-lg font-semibold">There is no such page</h1>
      <p className="text-sm break-words text-muted">
        Nothing is at <VisibleText text={path} />.
      </p>
      <Link href="/" className={buttonClasses('secondary')}>
        Back to the sessions
      </Link>
    </div>
  );
}

function Broken() {
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Problem>
        This part of the page could not be shown. Reload the page; nothing is lost, the gateway keeps it all.
      </Problem>
    </div>
  );
}
