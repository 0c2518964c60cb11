// Something long: its head and its tail are shown, and of its middle as much as one has asked for, piece by piece.
import { useState } from 'react';
import { useUnread } from '../tools/reading.tsx';

export interface Foldable {
  /** Where the head ends and where the tail begins; what is not folded has nothing in between. */
  headEnd: number;
  tailStart: number;
  /** Where the piece that begins there ends. */
  pieceEnd: (from: number) => number;
}

export interface Fold {
  isFolded: boolean;
  /** How far the middle is shown. */
  shownTo: number;
  isWhole: boolean;
  /** The next press shows all that is left. */
  isLastPiece: boolean;
  showMore: () => void;
  showLess: () => void;
}

export function useFold({ headEnd, tailStart, pieceEnd }: Foldable): Fold {
  const [opened, setOpened] = useState(headEnd);
  const [hasBeenWhole, setHasBeenWhole] = useState(false);
  const isFolded = headEnd < tailStart;
  const shownTo = Math.min(Math.max(opened, headEnd), tailStart);
  const next = Math.min(pieceEnd(shownTo), tailStart);
  useUnread(isFolded && !hasBeenWhole);
  return {
    isFolded,
    shownTo,
    isWhole: shownTo >= tailStart,
    isLastPiece: next >= tailStart,
    showMore() {
      setOpened(next);
      if (next >= tailStart) setHasBeenWhole(true);
    },
    showLess: () => setOpened(headEnd),
  };
}
