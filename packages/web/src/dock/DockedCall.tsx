// A call in the conversation whose ask is at the bottom of the page: one line in its place, which leads there. What comes of
// the ask is shown here once it is answered.
import type { Ask } from '@beckon/protocol';
import { ArrowDown, Hand } from 'lucide-react';
import { useSession } from '../store/BeckonContext.tsx';
import { AskLine } from '../text/AskLine.tsx';

export function DockedCall({ ask, onShow }: { ask: Ask; onShow: () => void }) {
  const cwd = useSession(ask.sessionId)?.cwd;
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex min-h-9 w-full items-center gap-2 rounded-lg border border-waiting-line bg-waiting-soft px-3 text-left text-sm text-waiting hover:border-waiting pointer-coarse:min-h-11"
    >
      <Hand aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 font-medium">
        <AskLine ask={ask} cwd={cwd} />
      </span>
      <span className="flex shrink-0 items-center gap-1 text-xs">
        <span className="block first-letter:uppercase">
          <span className="max-sm:sr-only">Waits for you </span>below
        </span>
        <ArrowDown aria-hidden className="size-3.5" />
      </span>
    </button>
  );
}
