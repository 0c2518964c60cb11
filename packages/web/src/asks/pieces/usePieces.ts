// Goes through an input that is too large to be carried around, one piece at a time: so much is in the page, and no more.
import type { Abridged, Ask, BeckonError, InputPiece } from '@beckon/protocol';
import { inputPieceBytes } from '@beckon/protocol';
import { useState } from 'react';
import { useAction } from '../../elements/useAction.ts';
import { useBeckon } from '../../store/BeckonContext.tsx';

export interface Pieces {
  shown: InputPiece | undefined;
  /** Of the piece that is shown, from 1 on; 0 before the first. */
  number: number;
  total: number;
  /** One after the other, all of them have been shown. */
  areAllShown: boolean;
  showNext: (() => void) | undefined;
  showPrevious: (() => void) | undefined;
  isLoading: boolean;
  error: BeckonError | undefined;
  tryAgain: () => void;
}

/** A piece is known by where it begins; one goes back by where those before it began. */
interface Place {
  offset: number;
  before: number[];
}

export function usePieces({ id }: Ask, { bytes }: Pick<Abridged, 'bytes'>): Pieces {
  const { transport } = useBeckon();
  const [wanted, setWanted] = useState<Place>({ offset: 0, before: [] });
  const [shown, setShown] = useState<{ piece: InputPiece; before: number[] }>();
  const [areAllShown, setAreAllShown] = useState(false);
  const reading = useAction(async ({ offset, before }: Place) => {
    const piece = await transport.readInput(id, { offset });
    setShown({ piece, before });
    if (piece.next === undefined) setAreAllShown(true);
  });

  function goTo(place: Place) {
    setWanted(place);
    void reading.run(place);
  }

  const { piece, before = [] } = shown ?? {};
  const next = piece ? piece.next : 0;
  const previous = before.at(-1);
  const number = piece ? before.length + 1 : 0;
  return {
    shown: piece,
    number,
    total: number + (next === undefined ? 0 : Math.ceil((bytes - next) / inputPieceBytes)),
    areAllShown,
    showNext:
      next === undefined ? undefined : () => goTo({ offset: next, before: piece ? [...before, piece.offset] : [] }),
    showPrevious: previous === undefined ? undefined : () => goTo({ offset: previous, before: before.slice(0, -1) }),
    isLoading: reading.isRunning,
    error: reading.error,
    tryAgain: () => goTo(wanted),
  };
}
