// The comments that go back with a plan, below one another, each with the beginning of its passage.
import { OneLine } from '../../text/OneLine.tsx';
import { VisibleText } from '../../text/VisibleText.tsx';
import { count } from '../../text/words.ts';
import { CommentButtons } from './CommentButtons.tsx';
import { written } from './feedback.ts';
import type { PlanComments } from './usePlanComments.ts';

export function CommentList({ comments, isDisabled }: { comments: PlanComments; isDisabled: boolean }) {
  const all = written(comments.all);
  if (all.length === 0) return null;
  return (
    <section aria-label="Your comments" className="space-y-1">
      <h3 className="text-sm font-medium">{count(all.length, 'comment')} on passages of the plan</h3>
      <ol className="max-h-[24dvh] divide-y divide-line overflow-y-auto rounded-lg border border-line bg-raised px-3">
        {all.map(({ start, quote, text }) => (
          <li key={start} className="flex flex-wrap items-center gap-x-2 py-1">
            <div className="min-w-0 flex-1 basis-40 text-sm">
              <div className="text-xs text-muted">
                <OneLine text={quote.split('\n', 1)[0] ?? ''} />
              </div>
              <p className="break-words whitespace-pre-wrap">
                <VisibleText text={text} />
              </p>
            </div>
            <CommentButtons start={start} comments={comments} isDisabled={isDisabled} />
          </li>
        ))}
      </ol>
    </section>
  );
}
