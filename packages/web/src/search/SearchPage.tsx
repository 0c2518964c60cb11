// Search over everything that was ever said or done, as it is typed. The address keeps what is looked for.
import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button } from '../elements/Button.tsx';
import { PageHeader } from '../elements/PageHeader.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { HitRow } from './HitRow.tsx';
import { IndexNote } from './IndexNote.tsx';
import { type Results, useResults } from './useResults.ts';

export default function SearchPage() {
  const [q, setQ] = useQuery();
  const results = useResults(q);
  const list = useRef<HTMLOListElement>(null);
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];
  function toFirst(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    links()[0]?.focus();
  }
  function walk(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const at = links().indexOf(document.activeElement as HTMLAnchorElement);
    if (by === 0 || at === -1) return;
    event.preventDefault();
    (links()[at + by] ?? (by < 0 ? document.getElementById('search-field') : undefined))?.focus();
  }
  return (
    <section aria-labelledby="search" className="flex h-full flex-col">
      <PageHeader id="search" title="Search" />
      <div className="border-b border-line px-3 py-3 wide:px-4">
        <div className="relative mx-auto max-w-3xl">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
          <input
            id="search-field"
            type="search"
            aria-label="Search everything"
            placeholder="Words, or “an exact phrase”"
            value={q}
            maxLength={500}
            autoComplete="off"
            autoFocus
            spellCheck={false}
            onChange={({ target }) => setQ(target.value)}
            onKeyDown={toFirst}
            className="h-11 w-full rounded-xl border border-edge bg-panel pr-3 pl-10 -outline-offset-1"
          />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={walk}>
        <div className="mx-auto max-w-3xl space-y-3 px-3 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] wide:px-4">
          <Outcome q={q} results={results} onTry={setQ} />
          {results.hits.length > 0 && (
            <ol ref={list} aria-label="Results" className="divide-y divide-line rounded-xl border border-line bg-panel">
              {results.hits.map((hit, index) => (
                <HitRow key={`${hit.at}-${index}`} hit={hit} />
              ))}
            </ol>
          )}
          {results.hasMore && (
            <p className="text-center">
              <Button isBusy={results.isLoading} onClick={results.loadMore}>
                Show older
              </Button>
            </p>
          )}
          {results.index && <IndexNote index={results.index} />}
        </div>
      </div>
    </section>
  );
}

/** What is typed stands in the address at once, and in the history not with every letter. */
function useQuery(): [string, (q: string) => void] {
  const inAddress = new URLSearchParams(useSearch()).get('q') ?? '';
  const [, navigate] = useLocation();
  const [q, setQ] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  // Somebody came here with another one.
  if (known !== inAddress) {
    setKnown(inAddress);
    setQ(inAddress);
  }
  useEffect(() => {
    if (q === inAddress) return;
    const timer = setTimeout(() => {
      setKnown(q);
      navigate(q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`, { replace: true });
    }, 300);
    return () => clearTimeout(timer);
  }, [q, inAddress, navigate]);
  return [q, setQ];
}

function Outcome({ q, results, onTry }: { q: string; results: Results; onTry: (q: string) => void }) {
  const { error, hits, isLoading } = results;
  if (q.trim() === '') return <Hints onTry={onTry} />;
  if (error?.code === 'invalid_request') return <p className="py-2 text-sm text-muted">{error.message}</p>;
  if (error?.code === 'search_off') {
    return (
      <p className="py-8 text-center text-sm text-muted">
        {error.message}{' '}
        <Link href="/settings#search" className="underline hover:text-ink">
          To the settings
        </Link>
      </p>
    );
  }
  if (error) return <Problem>Nothing could be searched. {error.message}</Problem>;
  const words =
    hits.length === 0
      ? 'Nothing was found. Fewer words find more, and the last may be the beginning of one.'
      : `${hits.length}${results.hasMore ? ' or more' : ''} found`;
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-muted">
      {isLoading && hits.length === 0 ? (
        <>
          <Spinner /> Searching…
        </>
      ) : (
        words
      )}
    </p>
  );
}

const hints = [
  ['"could not connect"', 'an exact phrase'],
  ['deploy -staging', 'a word without another'],
  ['tool:Bash rm', 'in the calls of a tool'],
  ['folder:shop', 'in a folder, by a piece of its path'],
  ['after:7d', 'of the last seven days; or after:2026-11-15, before:2026-11'],
  ['is:denied', 'what you said no to; is:asked is everything that was asked'],
] as const;

function Hints({ onTry }: { onTry: (q: string) => void }) {
  return (
    <div className="space-y-3 py-2 text-sm">
      <p className="text-pretty text-muted">
        Everything that you and your agents ever said or did, in Beckon or in any terminal, and all that was asked and
        answered. It stays on this machine.
      </p>
      <ul className="-mx-2">
        {hints.map(([example, meaning]) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onTry(example)}
              className="flex w-full flex-wrap items-baseline gap-x-3 rounded-lg px-2 py-1.5 text-left hover:bg-raised pointer-coarse:py-3"
            >
              <span className="font-mono text-xs text-accent">{example}</span>
              <span className="text-muted">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
