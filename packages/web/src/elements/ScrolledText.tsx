// A text of hundreds of kilobytes in a box that scrolls. It is drawn a part with each frame, so that the page never pauses.
import { memo, useMemo } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';
import { pieceEnd } from './foldText.ts';
import { useOneMoreWithEachFrame } from './useOneMoreWithEachFrame.ts';

export interface ScrolledTextProps {
  label: string;
  text: string;
}

export function ScrolledText({ label, text }: ScrolledTextProps) {
  const parts = useMemo(() => partsOf(text), [text]);
  const drawn = useOneMoreWithEachFrame(parts.length);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-raised">
      <figcaption className="border-b border-line px-3 py-1 text-xs break-words text-muted">
        <VisibleText text={label} />
      </figcaption>
      <pre
        aria-label={label}
        aria-busy={drawn < parts.length}
        // Whoever has no mouse scrolls it, too.
        tabIndex={0}
        className="max-h-[45dvh] overflow-y-auto px-3 py-2 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
      >
        {parts.slice(0, drawn).map((part, index) => (
          // A block of its own, which is laid out when it comes into sight, and not with each that follows.
          <span key={index} className="block [contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
            <Part text={part} />
          </span>
        ))}
      </pre>
    </figure>
  );
}

/** Those that are there already are not drawn again with the next. */
const Part = memo(VisibleText);

/** Little enough for one frame even where each of its characters is hidden, and so drawn as an element. */
const partSize = { lines: 200, characters: 4000 };

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = partEnd(text, from);
    parts.push(text.slice(from, end));
    from = end;
  }
  return parts;
}

/** After a line, so that no line is broken where it is not; only one that is longer than a part has to be. */
function partEnd(text: string, from: number): number {
  const most = pieceEnd(text, from, partSize);
  if (most === text.length) return most;
  const lineEnd = text.lastIndexOf('\n', most - 1) + 1;
  return lineEnd > from ? lineEnd : most;
}
