// In place of what a page has to show, where nothing is known yet because the gateway has not been reached. It claims nothing.
import { WifiOff } from 'lucide-react';
import { useBeckonState } from '../store/BeckonContext.tsx';

/** Nothing at all while the first try is under way. */
export function OutOfReach() {
  const isOffline = useBeckonState(({ connection }) => connection.state === 'offline');
  if (!isOffline) return null;
  return (
    <div className="mx-auto max-w-sm px-6 py-16 text-center">
      <WifiOff aria-hidden className="mx-auto size-8 text-muted" />
      <h2 className="mt-2 text-lg font-semibold tracking-tight">Out of reach</h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        What waits for you is on the gateway’s machine. It is shown here as soon as that is reached again.
      </p>
    </div>
  );
}
