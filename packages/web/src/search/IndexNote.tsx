// How much of what there is can be found by now, where that is not all of it.
import type { IndexState } from '@beckon/protocol';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { count } from '../text/words.ts';

export function IndexNote({ index }: { index: IndexState }) {
  const { isBusy, indexedBytes, totalBytes, skipped, trouble } = index;
  const left = skipped.files + skipped.folders + skipped.lines;
  const isWhole = indexedBytes >= totalBytes;
  if (trouble !== undefined) return <Problem>{trouble}</Problem>;
  if (isBusy && !isWhole) {
    return (
      <p role="status" className="flex items-center gap-2 text-xs text-muted">
        <Spinner className="size-3" /> Beckon is still reading your transcripts:{' '}
        {Math.floor((100 * indexedBytes) / totalBytes)} %. More may be found in a moment.
      </p>
    );
  }
  if (left === 0) return null;
  const what = [
    skipped.files > 0 && count(skipped.files, 'file'),
    skipped.folders > 0 && count(skipped.folders, 'folder'),
    skipped.lines > 0 && count(skipped.lines, 'line'),
  ].filter((words) => words !== false);
  return <p className="text-xs text-muted">Not searched, because it cannot be read: {what.join(', ')}.</p>;
}
