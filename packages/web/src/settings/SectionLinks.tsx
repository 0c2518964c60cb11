// The subjects of the settings in one row, each a press away.
import { Link } from 'wouter';
import { sectionId } from './sectionId.ts';

export function SectionLinks({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="Settings" className="border-b border-line">
      <ul className="flex gap-1 overflow-x-auto px-2 py-1 wide:flex-wrap wide:px-3">
        {titles.map((title) => (
          <li key={title} className="shrink-0">
            <Link
              href={`/settings#${sectionId(title)}`}
              replace
              // Also for somebody who has scrolled away from where the address leads.
              onClick={() => document.getElementById(sectionId(title))?.scrollIntoView()}
              className="flex min-h-8 items-center rounded-lg px-2 text-sm text-muted hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
