// What was asked, answered, granted, started and stopped, newest first: of all sessions or of one, of all kinds or of one.
// The address keeps what was chosen.
import type { LogEntry } from '@beckon/protocol';
import { LogKind } from '@beckon/protocol';
import { RefreshCw } from 'lucide-react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button } from '../elements/Button.tsx';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';
import { PageHeader } from '../elements/PageHeader.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { LogEntryRow } from './LogEntryRow.tsx';
import { useLog } from './useLog.ts';

export default function LogPage({ sessionId }: { sessionId: string | undefined }) {
  const kind = useKind();
  const { entries, hasOlder, isLoading, error, loadOlder, reload } = useLog(sessionId, kindsOf[kind]);
  return (
    <section aria-labelledby="log" className="flex h-full flex-col">
      <PageHeader id="log" title="Log">
        <Button look="quiet" isBusy={isLoading} onClick={reload}>
          {!isLoading && <RefreshCw aria-hidden className="size-4" />}
          <span className="max-sm:sr-only">Reload</span>
        </Button>
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl space-y-4 px-3 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] wide:px-4">
          <div className="flex flex-wrap gap-2">
            <KindFilter kind={kind} sessionId={sessionId} />
            <SessionFilter kind={kind} sessionId={sessionId} />
          </div>
          {error && <Problem>The log could not be read. {error.message}</Problem>}
          {!entries && !error && <Loading />}
          {entries?.length === 0 && (
            <p className="py-12 text-center text-sm text-muted">
              {kind === 'notable' || kind === 'all'
                ? 'Nothing has happened yet.'
                : 'Nothing of this kind has happened yet.'}
            </p>
          )}
          {daysOf(entries ?? []).map(({ day, entries: ofDay }) => (
            <Day key={day} day={day} entries={ofDay} isOfOneSession={sessionId !== undefined} />
          ))}
          {kind === 'notable' && entries && entries.length > 0 && (
            <p className="text-center text-xs text-muted">
              Where asks were shown and how far answers came is left out.{' '}
              <Link href={addressOf('all', sessionId)} className="underline hover:text-ink">
                Show that too
              </Link>
            </p>
          )}
          {hasOlder && (
            <p className="text-center">
              <Button isBusy={isLoading} onClick={loadOlder}>
                Show older
              </Button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

type Shown = LogKind | 'notable' | 'all';

/** What the gateway is asked for. */
const kindsOf: Record<Shown, string | undefined> = {
  notable: LogKind.exclude(['receipts']).options.join(','),
  all: undefined,
  answers: 'answers',
  agents: 'agents',
  access: 'access',
  gateway: 'gateway',
  receipts: 'receipts',
};

const kindNames: Record<Shown, string> = {
  notable: 'All but receipts',
  all: 'Everything',
  answers: 'Answers',
  agents: 'Agents',
  access: 'Access',
  gateway: 'Beckon itself',
  receipts: 'Receipts',
};

function useKind(): Shown {
  const chosen = new URLSearchParams(useSearch()).get('kind') ?? '';
  return isShown(chosen) ? chosen : 'notable';
}

function isShown(text: string): text is Shown {
  return Object.hasOwn(kindsOf, text);
}

function addressOf(kind: Shown, sessionId: string | undefined): string {
  const path = sessionId === undefined ? '/log' : `/log/${sessionId}`;
  return kind === 'notable' ? path : `${path}?kind=${kind}`;
}

interface Filter {
  kind: Shown;
  sessionId: string | undefined;
}

function KindFilter({ kind, sessionId }: Filter) {
  const [, navigate] = useLocation();
  const options = Object.entries(kindNames).map(([value, name]) => ({ value, name }));
  return (
    <ChoiceSelect
      label="Show of it"
      value={kind}
      options={options}
      onChoose={(chosen) => isShown(chosen) && navigate(addressOf(chosen, sessionId))}
    />
  );
}

const all = 'all';

function SessionFilter({ kind, sessionId = all }: Filter) {
  const [, navigate] = useLocation();
  const sessions = useBeckonState(({ view }) => view.sessions);
  const hasOlder = useBeckonState(({ view }) => view.next !== undefined);
  const known = Object.values(sessions).toSorted((a, b) => b.lastActivityAt - a.lastActivityAt);
  const options = [{ value: all, name: 'All sessions' }, ...known.map(({ id, title }) => ({ value: id, name: title }))];
  if (!options.some(({ value }) => value === sessionId))
    options.push({ value: sessionId, name: hasOlder ? 'An older session' : 'A removed session' });
  return (
    <ChoiceSelect
      label="Show the log of"
      value={sessionId}
      options={options}
      onChoose={(chosen) => navigate(addressOf(kind, chosen === all ? undefined : chosen))}
    />
  );
}

interface DayProps {
  day: string;
  entries: LogEntry[];
  isOfOneSession: boolean;
}

function Day({ day, entries, isOfOneSession }: DayProps) {
  return (
    <section aria-label={day}>
      <h2 className="sticky top-0 bg-canvas py-1 text-xs font-semibold tracking-wide text-muted">{day}</h2>
      <ol className="divide-y divide-line rounded-xl border border-line bg-panel">
        {entries.map((entry) => (
          <LogEntryRow key={entry.number} entry={entry} isOfOneSession={isOfOneSession} />
        ))}
      </ol>
    </section>
  );
}

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

function daysOf(entries: LogEntry[]): { day: string; entries: LogEntry[] }[] {
  const days = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const day = dayFormat.format(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

function Loading() {
  return (
    <p className="flex animate-late items-center justify-center gap-2 py-16 text-sm text-muted">
      <Spinner /> Loading…
    </p>
  );
}
