// Above the message field of one who writes while an agent waits: what it waits for, and the way back to that.
import { Hand } from 'lucide-react';
import { AskLine } from '../text/AskLine.tsx';
import type { Dock } from './useDock.ts';

export function BackToAsk({ dock: { asks, front, show }, cwd }: { dock: Dock; cwd: string }) {
  if (!front) return null;
  const others = asks.length - 1;
  return (
    <button
      type="button"
      onClick={() => show(front.id)}
      className="flex min-h-9 w-full animate-arrive items-center gap-2 rounded-lg border border-waiting-line bg-waiting-soft px-3 text-left text-sm text-waiting hover:border-waiting pointer-coarse:min-h-11"
    >
      <Hand aria-hidden className="size-4 shrink-0 animate-beckon" />
      <span className="min-w-0 flex-1 font-medium">
        <AskLine ask={front} cwd={cwd} />
      </span>
      <span className="shrink-0 text-xs">{others > 0 ? `and ${others} more · ` : ''}Back to it</span>
    </button>
  );
}
