// Says that the gateway is newer than the page, once it has said something that the page could not read, or has another page.
import { RefreshCw } from 'lucide-react';
import { Button } from '../elements/Button.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';

export function OldPageBanner() {
  const isOld = useBeckonState(({ view, isOutdated }) => view.skipped > 0 || isOutdated === true);
  if (!isOld) return null;
  return (
    <div
      className="flex animate-arrive flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-1.5 text-sm"
      role="status"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        This page is older than the gateway, and may not show everything.
      </span>
      <Button look="quiet" onClick={() => location.reload()}>
        <RefreshCw aria-hidden className="size-4" />
        Reload
      </Button>
    </div>
  );
}
