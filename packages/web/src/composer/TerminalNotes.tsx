// What an agent in a terminal shows above the place where one writes to it: what waits its turn, and a menu that is in the way.
import type { Session } from '@beckon/protocol';
import { Hourglass, SquareTerminal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../elements/Button.tsx';

const MenuSheet = lazy(() => import('../pane/MenuSheet.tsx'));

export function QueuedMessages({ session: { terminal } }: { session: Session }) {
  const { queuedMessages = [] } = terminal ?? {};
  if (queuedMessages.length === 0) return null;
  return (
    <ul aria-label="Queued messages" className="max-h-[20dvh] space-y-1 overflow-y-auto text-sm text-muted">
      {queuedMessages.map((text, index) => (
        <li key={index} className="flex items-start gap-1.5">
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="sr-only">Waits until the agent is done:</span>
          <span className="line-clamp-3 min-w-0 break-words whitespace-pre-wrap">{text}</span>
        </li>
      ))}
    </ul>
  );
}

export interface OpenMenuProps {
  session: Session;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

export function OpenMenu({ session: { id, state, terminal }, isShown, onShow }: OpenMenuProps) {
  const menu = state === 'dead' ? undefined : terminal?.menu;
  if (menu === undefined) return null;
  return (
    <div className="flex animate-arrive items-center gap-3 rounded-xl border border-line bg-raised px-3 py-2 text-sm">
      <SquareTerminal aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1">The terminal shows “{menu}”, and takes no message before that is closed.</p>
      <Button onClick={() => onShow(true)}>Show it</Button>
      {isShown && (
        <Suspense>
          <MenuSheet sessionId={id} title={menu} onClose={() => onShow(false)} />
        </Suspense>
      )}
    </div>
  );
}
