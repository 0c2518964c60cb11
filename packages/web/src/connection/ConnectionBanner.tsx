// Says quietly that the gateway is out of reach, when the next try is, and that what is shown may be old.
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { Countdown } from './Countdown.tsx';

/** What heals sooner is not worth moving the page for. */
const patienceMs = 800;

export function ConnectionBanner() {
  const { retryConnection } = useBeckon();
  const connection = useBeckonState((state) => state.connection);
  const hasView = useBeckonState((state) => state.view.epoch !== undefined);
  const isLate = useLate(connection.state === 'offline');
  if (connection.state !== 'offline' || !isLate) return null;
  return (
    <div
      className="flex animate-arrive flex-wrap items-center gap-x-3 border-b border-line bg-raised px-4 py-1.5 text-sm"
      role="status"
    >
      <WifiOff aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        {connection.error.message} {hasView && 'What you see may be old.'}
      </span>
      <span className="text-muted" aria-hidden>
        <Countdown until={connection.retryAt} />
      </span>
      <button
        type="button"
        onClick={retryConnection}
        className="min-h-8 rounded font-medium text-accent hover:underline pointer-coarse:min-h-11"
      >
        Try now
      </button>
    </div>
  );
}

/** Whether something has been so for a while. */
function useLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isSo]);
  return isLate;
}
