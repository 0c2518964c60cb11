// On a phone, where the list and what was chosen from it take turns: the way back.
import { ChevronLeft } from 'lucide-react';
import { Link } from 'wouter';

export function BackToList() {
  return (
    <Link
      href="/sessions"
      className="-ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised wide:hidden"
    >
      <ChevronLeft aria-hidden className="size-6" />
      <span className="sr-only">All sessions</span>
    </Link>
  );
}
