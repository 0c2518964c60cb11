// What went wrong and what to do about it, said at the place where it happened.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export function Problem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex animate-arrive items-start gap-2 rounded-lg border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
