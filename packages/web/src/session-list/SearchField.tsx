// Where one types what to look for among the sessions.
import { Search } from 'lucide-react';

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <div className="relative px-3 pb-2">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2.5 left-5.5 size-4 text-muted pointer-coarse:top-3.5"
      />
      <input
        type="search"
        aria-label="Search sessions"
        placeholder="Find by title, folder or id"
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        className="h-9 w-full rounded-lg border border-line bg-panel pr-2 pl-9 text-sm -outline-offset-1 pointer-coarse:h-11"
      />
    </div>
  );
}
