// Stands in for the message field while the agent waits: names each open ask and leads to its form.
import type { Ask } from '@beckon/protocol';
import { headline } from '@beckon/protocol';
import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { askElementId } from '../asks/AskFrame.tsx';
import { OneLine } from '../text/OneLine.tsx';
import { moreWait } from '../text/words.ts';

/** Those that have waited longest are named. */
const namedCount = 20;

export interface WaitingStripProps {
  asks: Ask[];
  /** The session's folder. */
  cwd: string;
  /** So many more have not had their turn. */
  moreAsks?: number | undefined;
  /** What can be done besides answering. */
  children: ReactNode;
}

export function WaitingStrip({ asks, cwd, moreAsks = 0, children }: WaitingStripProps) {
  return (
    <div className="animate-arrive rounded-xl border border-waiting-line bg-waiting-soft px-3 py-2">
      <div className="flex items-center gap-2">
        <Hand aria-hidden className="size-5 shrink-0 animate-beckon text-waiting" />
        <p className="min-w-0 flex-1 text-sm font-semibold text-waiting">Waiting for your response</p>
        {children}
      </div>
      {/* Below, not beside: on a phone the asks need the whole width. */}
      <ul className="-mx-1 max-h-[30dvh] overflow-y-auto px-1 wide:pl-8">
        {asks.slice(0, namedCount).map((ask) => (
          <li key={ask.id}>
            <button
              type="button"
              onClick={() => showForm(ask)}
              className="flex min-h-8 w-full items-center gap-2 rounded text-left text-sm hover:underline pointer-coarse:min-h-11"
            >
              <span className="min-w-0 font-medium">
                <OneLine text={headline(ask, cwd)} />
              </span>
            </button>
          </li>
        ))}
        {asks.length > namedCount && (
          <li className="text-sm text-muted">and {asks.length - namedCount} more, in the conversation above</li>
        )}
        {moreAsks > 0 && <li className="text-sm text-muted">{moreWait(moreAsks)}</li>}
      </ul>
    </div>
  );
}

function showForm({ id }: Ask) {
  const form = document.getElementById(askElementId(id));
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  form?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'instant' : 'smooth' });
  form?.focus({ preventScroll: true });
}
