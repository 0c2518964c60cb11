// An ask whose input is too large to be carried around: says so, shows what there is of it, and lets its person go through
// the whole, piece by piece. Until they have, it counts as unread. Any other ask is shown as it is.
import type { Abridged, Ask } from '@beckon/protocol';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useWhyNot } from '../../connection/useWhyNot.ts';
import { Button } from '../../elements/Button.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { ScrolledText } from '../../elements/ScrolledText.tsx';
import { byteSize, count } from '../../text/words.ts';
import { Reading, useUnread } from '../../tools/reading.tsx';
import { pieceParts } from './pieceParts.ts';
import type { Pieces } from './usePieces.ts';
import { usePieces } from './usePieces.ts';

export interface WholeInputProps {
  ask: Ask;
  /** What the ask itself holds. */
  children?: ReactNode;
}

export function WholeInput({ ask, children }: WholeInputProps) {
  if (!ask.abridged) return children;
  return (
    <>
      <p className="text-sm">
        {byteSize(ask.abridged.bytes)} of content.{' '}
        {ask.abridged.cuts.length > 0
          ? 'Its beginning and its end are here; the rest is shown in pieces.'
          : 'All of it is shown in pieces.'}
      </p>
      {/* The pieces have it again, so that nobody has to open it here. */}
      <Reading>{children}</Reading>
      <AllPieces ask={ask} abridged={ask.abridged} />
    </>
  );
}

function AllPieces({ ask, abridged }: { ask: Ask; abridged: Abridged }) {
  const pieces = usePieces(ask, abridged);
  useUnread(!pieces.areAllShown);
  return <PieceReader pieces={pieces} abridged={abridged} />;
}

export function PieceReader({ pieces, abridged }: { pieces: Pieces; abridged: Abridged }) {
  return (
    <section aria-label="All of it, in pieces" className="space-y-2 rounded-md border border-line p-3">
      <Parts pieces={pieces} abridged={abridged} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-32 flex-1 text-sm text-muted">
          {progressOf(pieces)}
        </p>
        {pieces.showPrevious && (
          <Button look="quiet" onClick={pieces.showPrevious} className="max-sm:w-full">
            Show the previous piece
          </Button>
        )}
        <Button
          isBusy={pieces.isLoading}
          whyNot={pieces.showNext ? undefined : 'This is the last piece'}
          onClick={pieces.showNext}
          className="max-sm:w-full"
        >
          Show the next piece
        </Button>
      </div>
      <Failure pieces={pieces} />
    </section>
  );
}

function Parts({ pieces: { shown }, abridged: { cuts } }: { pieces: Pieces; abridged: Abridged }) {
  const parts = useMemo(() => (shown ? pieceParts(shown, cuts) : []), [shown, cuts]);
  return parts.map(({ field = 'JSON', text }, index) => (
    // A new piece begins at its top, wherever the one before was scrolled to.
    <ScrolledText key={`${shown?.offset}-${index}`} label={field} text={text} />
  ));
}

function progressOf({ number, total, areAllShown }: Pieces): string {
  if (number === 0) return `${count(total, 'piece')}, none shown yet`;
  return `${number} of ${count(total, 'piece')}${areAllShown ? ' · all have been shown' : ''}`;
}

function Failure({ pieces: { error, tryAgain } }: { pieces: Pieces }) {
  const whyNot = useWhyNot(error);
  if (whyNot === undefined) return null;
  return (
    <Problem>
      <p>This piece could not be read. {whyNot}</p>
      <Button className="mt-2" onClick={tryAgain}>
        Try again
      </Button>
    </Problem>
  );
}
