// The sessions, those that wait for their person first: what matters now is here at once, older ones come as one scrolls
// or searches.
import type { Session } from '@beckon/protocol';
import { openAsks, sessionSearch, sessionsInOrder } from '@beckon/protocol';
import type { LucideIcon } from 'lucide-react';
import { ChartColumn, Hand, Inbox, Plus, ScrollText, Search, Settings } from 'lucide-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { Link, useRoute } from 'wouter';
import { buttonClasses } from '../elements/Button.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { ListEnd } from './ListEnd.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchFurther } from './SearchFurther.tsx';
import { SessionRow } from './SessionRow.tsx';
import { useSessionPages } from './useSessionPages.ts';

const PastList = lazy(() => import('../past/PastList.tsx'));

export function SessionList({ currentId }: { currentId: string | undefined }) {
  const isPastOpen = useBeckonState(({ view }) => view.sessions[currentId ?? '']?.past !== undefined);
  // Whoever opens a past session by its address finds it in its list.
  const [chosen, setChosen] = useState<'now' | 'past'>();
  const list = chosen ?? (isPastOpen ? 'past' : 'now');
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const held = useHeldSessions();
  const matching = useMemo(() => held.filter(sessionSearch(q)), [held, q]);
  const pages = useSessionPages(q);
  const beyond = useBeyond(pages.sessions);
  const isLoaded = useBeckonState((state) => state.view.epoch !== undefined);
  const hasNone = isLoaded && held.length === 0 && !pages.hasMore;
  return (
    <nav aria-label="Sessions" className="flex h-full flex-col">
      <header className="flex items-center justify-between gap-2 px-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-3">
        <Link href="/" className="flex items-center gap-2 rounded-md text-lg font-semibold tracking-tight">
          <Hand aria-hidden className="size-5 text-waiting" />
          Beckon
        </Link>
        <Link href="/new" className={buttonClasses('secondary')}>
          <Plus aria-hidden className="size-4" />
          New session
        </Link>
      </header>
      <InboxLink />
      <PlaceLink href="/search" icon={Search} name="Search everything" className="mx-2 mb-2 px-3 font-medium" />
      <ListSwitch list={list} onChoose={setChosen} />
      {list === 'past' ? (
        <Suspense>
          <PastList currentId={currentId} />
        </Suspense>
      ) : hasNone ? (
        <p className="min-h-0 flex-1 px-4 py-6 text-sm text-muted">
          No sessions yet. Start one, and it appears here with what it waits for.
        </p>
      ) : (
        <>
          <SearchField value={typed} onChange={setTyped} />
          <SearchFurther q={q} />
          <div className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-3">
            <ul className="space-y-1">
              {matching.map((session) => (
                <li key={session.id}>
                  <SessionRow session={session} isCurrent={session.id === currentId} />
                </li>
              ))}
              <BeyondRows sessions={beyond} currentId={currentId} />
            </ul>
            <ListEnd pages={pages} q={q} isEmpty={matching.length + beyond.length === 0} />
          </div>
        </>
      )}
      <footer className="grid grid-cols-3 gap-1 border-t border-line px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))]">
        <PlaceLink href="/usage" icon={ChartColumn} name="Usage" className="justify-center" />
        <PlaceLink href="/log" icon={ScrollText} name="Log" className="justify-center" />
        <PlaceLink href="/settings" icon={Settings} name="Settings" className="justify-center" />
      </footer>
    </nav>
  );
}

function ListSwitch({ list, onChoose }: { list: 'now' | 'past'; onChoose: (list: 'now' | 'past') => void }) {
  return (
    <div
      role="group"
      aria-label="Which sessions"
      className="mx-3 mb-2 grid grid-cols-2 gap-0.5 rounded-lg border border-line p-0.5"
    >
      {(['now', 'past'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={list === each}
          onClick={() => onChoose(each)}
          className={`min-h-8 rounded-md text-sm font-medium pointer-coarse:min-h-11 ${
            list === each ? 'bg-accent-soft text-ink' : 'text-muted hover:text-ink'
          }`}
        >
          {each === 'now' ? 'In Beckon' : 'Past'}
        </button>
      ))}
    </div>
  );
}

interface PlaceLinkProps {
  href: string;
  icon: LucideIcon;
  name: string;
  className: string;
}

function PlaceLink({ href, icon: Icon, name, className }: PlaceLinkProps) {
  const [isCurrent] = useRoute(`${href}/*?`);
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-9 items-center gap-2 rounded-lg text-sm pointer-coarse:min-h-11 ${currentLook(isCurrent)} ${className}`}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {name}
    </Link>
  );
}

function currentLook(isCurrent: boolean): string {
  return isCurrent ? 'bg-panel shadow-sm ring-1 ring-edge/40' : 'hover:bg-raised';
}

function InboxLink() {
  const waiting = useBeckonState(({ view }) => openAsks(view).length);
  const [isCurrent] = useRoute('/inbox');
  return (
    <Link
      href="/inbox"
      aria-current={isCurrent ? 'page' : undefined}
      className={`mx-2 flex min-h-9 items-center gap-2 rounded-lg px-3 text-sm font-medium pointer-coarse:min-h-11 ${currentLook(isCurrent)}`}
    >
      <Inbox aria-hidden className="size-4 text-muted" />
      <span className="flex-1">Inbox</span>
      {waiting > 0 && (
        <span className="rounded-full bg-waiting-soft px-2 py-0.5 text-xs font-semibold text-waiting">
          {waiting}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}

/** A change of one session draws its own row, and not the thousands that someone may have scrolled to. */
const BeyondRows = memo(function BeyondRows({ sessions, currentId }: BeyondRowsProps) {
  return sessions.map((session) => (
    // Only what is in sight is laid out and painted; the rest keeps its place.
    <li key={session.id} className="[contain-intrinsic-size:auto_4.25rem] [content-visibility:auto]">
      <SessionRow session={session} isCurrent={session.id === currentId} />
    </li>
  ));
});

interface BeyondRowsProps {
  sessions: Session[];
  currentId: string | undefined;
}

function useHeldSessions(): Session[] {
  const sessions = useBeckonState(({ view }) => view.sessions);
  const asks = useBeckonState(({ view }) => view.asks);
  return useMemo(() => sessionsInOrder({ sessions, asks }), [sessions, asks]);
}

/** Without those that have come into the view since, or are gone. */
function useBeyond(sessions: Session[]): Session[] {
  const known = useBeckonState(({ view }) => view.sessions);
  const removed = useBeckonState((state) => state.removed);
  const beyond = useMemo(() => sessions.filter(({ id }) => !known[id] && !removed.has(id)), [sessions, known, removed]);
  return useSameIfEqual(beyond);
}

/** The list as it was, where the one that took its place has the same members. */
function useSameIfEqual<T>(list: T[]): T[] {
  const [kept, setKept] = useState(list);
  if (kept === list) return kept;
  if (kept.length === list.length && kept.every((item, index) => item === list[index])) return kept;
  setKept(list);
  return list;
}
