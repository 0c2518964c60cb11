// The subjects of the settings above all of them, each a press away.
import { Link } from 'wouter';
import { sectionId } from './sectionId.ts';

export function SectionLinks({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="Settings" className="-mx-2">
      <ul className="flex flex-wrap">
        {titles.map((title) => (
          <li key={title}>
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
