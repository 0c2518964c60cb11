// Text of any length, as it is: its head and its tail first, the middle on demand. What is left out is said, where it is.
import { memo, useMemo } from 'react';
import { VisibleCommand, VisibleText } from '../text/VisibleText.tsx';
import { amountOf, foldText, pieceEnd } from './foldText.ts';
import { useFold } from './useFold.ts';

export interface LongTextProps {
  text: string;
  /** How many lines of its head are shown before one asks for all. */
  lineLimit?: number;
  label: string;
  className?: string;
  isCommand?: boolean;
}

export function LongText({ text, lineLimit = 12, label, className = '', isCommand = false }: LongTextProps) {
  const { headEnd, tailStart } = useMemo(() => foldText(text, lineLimit), [text, lineLimit]);
  const fold = useFold({ headEnd, tailStart, pieceEnd: (from) => pieceEnd(text, from) });
  const amount = useMemo(() => (fold.isFolded ? amountOf(text) : ''), [text, fold.isFolded]);
  const pieces = piecesUpTo(text, headEnd, fold.shownTo);
  const tail = { from: fold.isFolded ? tailStart : text.length, to: text.length };
  const shown = { label, text, isCommand };
  return (
    <figure aria-label={label} className={`overflow-hidden rounded-md border border-line bg-raised ${className}`}>
      <Text {...shown} pieces={fold.isWhole ? [...pieces, tail] : pieces} />
      {fold.isFolded && (
        <FoldButton onPress={fold.isWhole ? fold.showLess : fold.showMore}>
          {fold.isWhole ? 'Show less' : fold.isLastPiece ? `Show all ${amount}` : `Show more of ${amount}`}
        </FoldButton>
      )}
      {fold.isFolded && !fold.isWhole && <Text {...shown} label={`${label}, its end`} pieces={[tail]} />}
    </figure>
  );
}

interface Piece {
  from: number;
  to: number;
}

/** The head, and the pieces after it that are shown. */
function piecesUpTo(text: string, headEnd: number, shownTo: number): Piece[] {
  const pieces = [{ from: 0, to: headEnd }];
  for (let from = headEnd; from < shownTo;) {
    const to = Math.min(pieceEnd(text, from), shownTo);
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
}

interface TextProps extends Required<Pick<LongTextProps, 'label' | 'text' | 'isCommand'>> {
  pieces: Piece[];
}

/** Scrolls sideways for nobody: long lines wrap, so that none of a command is out of sight. */
function Text({ label, text, isCommand, pieces }: TextProps) {
  return (
    <pre
      aria-label={label}
      className="px-3 py-2 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
    >
      {pieces.map(({ from, to }, index) =>
        isCommand ? (
          <CommandPiece key={index} command={text} from={from} to={to} />
        ) : (
          <TextPiece key={index} text={text.slice(from, to)} />
        ),
      )}
    </pre>
  );
}

/** Those that are there already are not drawn again with the next. */
const TextPiece = memo(VisibleText);
const CommandPiece = memo(VisibleCommand);

export function FoldButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-8 w-full border-y border-line px-3 text-left text-xs font-medium text-accent last:border-b-0 hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </button>
  );
}
