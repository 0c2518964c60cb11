// The field above the list looks through titles; this leads from there to what was said and done.
import { Search } from 'lucide-react';
import { Link } from 'wouter';

export function SearchFurther({ q }: { q: string }) {
  if (q === '') return null;
  return (
    <Link
      href={`/search?q=${encodeURIComponent(q)}`}
      className="mx-3 mb-2 flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm text-muted hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="truncate">Search everything for “{q}”</span>
    </Link>
  );
}
