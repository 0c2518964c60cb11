// Says what is wrong with the gateway as a whole, for as long as it is.
import { TriangleAlert } from 'lucide-react';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';

export function TroubleBanner() {
  const trouble = useBeckonState(({ view }) => view.trouble);
  if (!trouble) return null;
  return (
    <div
      className="flex animate-arrive items-start gap-2 border-b border-danger-line bg-danger-soft px-4 py-2 text-sm text-danger"
      role="alert"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 break-words">{trouble.message}</p>
      <span className="shrink-0 text-xs leading-5">
        <RelativeTime at={trouble.since} />
      </span>
    </div>
  );
}
