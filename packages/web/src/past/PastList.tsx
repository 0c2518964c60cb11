// The sessions that the agent has kept and Beckon does not run, newest first, by words, folder and time.
import type { Session, SessionQuery } from '@beckon/protocol';
import { GitBranch } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';
import { ListEnd } from '../session-list/ListEnd.tsx';
import { SearchField } from '../session-list/SearchField.tsx';
import { SearchFurther } from '../session-list/SearchFurther.tsx';
import { FolderName } from '../text/FolderName.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { shortFolder } from '../text/words.ts';
import { extentWords, originWords, skippedWords } from './pastWords.ts';
import { usePastPages } from './usePastPages.ts';

const scopes = [
  { value: 'past', name: 'List' },
  { value: 'archive', name: 'Archive' },
  { value: 'trash', name: 'Trash' },
] as const;
type Scope = (typeof scopes)[number]['value'];

const dayMs = 86_400_000;
const times = [
  { value: 'any', name: 'Any time' },
  { value: '1', name: 'Last day' },
  { value: '7', name: 'Last week' },
  { value: '30', name: 'Last month' },
  { value: '365', name: 'Last year' },
];

export default function PastList({ currentId }: { currentId: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState<Scope>('past');
  const [cwd, setCwd] = useState('');
  const [days, setDays] = useState('any');
  // Of the moment at which it was chosen: a query that changes by itself would never come to rest.
  const [since, setSince] = useState(0);
  const q = typed.trim();
  const query: SessionQuery = { scope, ...(q && { q }), ...(cwd && { cwd }), ...(since && { since }) };
  const pages = usePastPages(query);
  const folders = useFolders(pages.sessions, cwd);
  const isFiltered = q !== '' || cwd !== '' || since > 0;
  const isEmpty = pages.sessions.length === 0;
  return (
    <>
      <SearchField value={typed} onChange={setTyped} />
      <SearchFurther q={q} />
      <div className="flex flex-wrap gap-1.5 px-3 pb-2">
        <ChoiceSelect
          label="Filter by folder"
          value={cwd}
          options={[
            { value: '', name: 'All folders' },
            ...folders.map((value) => ({ value, name: shortFolder(value) })),
          ]}
          onChoose={setCwd}
        />
        <ChoiceSelect
          label="Filter by time"
          value={days}
          options={times}
          onChoose={(value) => {
            setDays(value);
            setSince(value === 'any' ? 0 : Date.now() - Number(value) * dayMs);
          }}
        />
        <ChoiceSelect
          label="Which past sessions"
          value={scope}
          options={[...scopes]}
          onChoose={(value) => setScope(scopes.find((one) => one.value === value)?.value ?? 'past')}
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        <ul className="space-y-1" aria-busy={pages.isLoading}>
          {pages.sessions.map((session) => (
            <li key={session.id} className="[contain-intrinsic-size:auto_5.25rem] [content-visibility:auto]">
              <PastRow session={session} isCurrent={session.id === currentId} />
            </li>
          ))}
        </ul>
        {isEmpty && !isFiltered && !pages.isLoading && !pages.error ? (
          <p role="status" className="px-2 py-6 text-sm text-muted">
            {emptyWords[scope]}
          </p>
        ) : (
          <ListEnd pages={pages} q={q} isEmpty={isEmpty} />
        )}
        {pages.skipped && !pages.hasMore && !pages.isLoading && (
          <p className="px-2 py-3 text-xs text-muted">Passed over: {skippedWords(pages.skipped)}.</p>
        )}
      </div>
    </>
  );
}

const emptyWords: Record<Scope, string> = {
  past: 'Nothing here yet. Conversations that you have with the agent outside of Beckon appear here, and those that you remove from it.',
  archive: 'Nothing is archived.',
  trash: 'The trash is empty.',
};

/** Those that have been seen in the list, whatever it shows now. */
function useFolders(sessions: readonly Session[], chosen: string): string[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unseen = sessions.filter(({ cwd }) => !seen.has(cwd));
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ cwd }) => cwd)]));
  return [...new Set([...seen, ...(chosen === '' ? [] : [chosen])])].toSorted((a, b) => a.localeCompare(b));
}

const PastRow = memo(function PastRow({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  const { past } = session;
  return (
    <Link
      href={`/sessions/${session.id}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={`block rounded-lg border px-3 py-2.5 transition-colors ${
        isCurrent ? 'border-line bg-panel shadow-sm ring-1 ring-edge/40' : 'border-transparent hover:bg-raised'
      }`}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          <VisibleText text={session.title} />
        </span>
        <span className="shrink-0 text-xs text-muted">
          <RelativeTime at={session.lastActivityAt} />
        </span>
      </span>
      <span className="mt-1 flex min-w-0 items-center gap-3 text-xs text-muted">
        <FolderName path={session.cwd} />
        {past?.branch !== undefined && (
          <span className="flex min-w-0 items-center gap-1">
            <GitBranch aria-label="on branch" className="size-3 shrink-0" />
            <span className="truncate">
              <VisibleText text={past.branch} />
            </span>
          </span>
        )}
      </span>
      <span className="mt-0.5 block truncate text-xs text-muted">
        {past?.runsElsewhere ? (
          <span className="font-medium text-accent">Runs outside of Beckon</span>
        ) : (
          past && originWords[past.origin]
        )}
        {' · '}
        {extentWords(session)}
      </span>
    </Link>
  );
});
