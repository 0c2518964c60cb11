// One thing that was found: whose it is, when, and the passage with the words in it. It leads to the place in the session.
import type { SearchHit } from '@beckon/protocol';
import { Bot, FileOutput, Hand, ScrollText, User, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { shortFolder } from '../text/words.ts';
import { addressOfHit } from './addressOfHit.ts';

export function HitRow({ hit }: { hit: SearchHit }) {
  const { icon: Icon, name } = kinds[hit.kind];
  // As its person calls it in Beckon, where it is there.
  const known = useBeckonState(({ view }) => view.sessions[hit.sessionId ?? '']?.title);
  const where = [known ?? hit.title, hit.cwd === undefined ? undefined : shortFolder(hit.cwd)].filter(
    (one) => one !== undefined,
  );
  return (
    <li>
      <Link href={addressOfHit(hit)} className="flex items-start gap-3 rounded-lg px-3 py-2.5 text-sm hover:bg-raised">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2 text-xs text-muted">
            <span className="shrink-0 font-medium">
              {hit.toolName === undefined ? name : `${name}: ${hit.toolName}`}
            </span>
            <span className="min-w-0 flex-1 truncate">
              <VisibleText text={where.join(' · ')} />
            </span>
            <RelativeTime at={hit.at} />
          </span>
          <span className="mt-0.5 line-clamp-3 break-words">
            <Marked hit={hit} />
          </span>
        </span>
      </Link>
    </li>
  );
}

const kinds: Record<SearchHit['kind'], { icon: LucideIcon; name: string }> = {
  prompt: { icon: User, name: 'You' },
  reply: { icon: Bot, name: 'Agent' },
  call: { icon: Wrench, name: 'Call' },
  result: { icon: FileOutput, name: 'Result' },
  ask: { icon: Hand, name: 'Asked' },
  log: { icon: ScrollText, name: 'Log' },
};

function Marked({ hit: { snippet, marks } }: { hit: SearchHit }) {
  const pieces = marks.map(({ start, end }, index) => ({
    before: snippet.slice(marks[index - 1]?.end ?? 0, start),
    marked: snippet.slice(start, end),
  }));
  return (
    <>
      {pieces.map(({ before, marked }, index) => (
        <span key={index}>
          <VisibleText text={before} />
          <mark className="rounded-sm bg-accent-soft font-semibold text-ink">
            <VisibleText text={marked} />
          </mark>
        </span>
      ))}
      <VisibleText text={snippet.slice(marks.at(-1)?.end ?? 0)} />
    </>
  );
}
