// Text of any length, as it is: a few lines first, the rest on demand.
import { useState } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';

export interface LongTextProps {
  text: string;
  /** How many lines are shown before one asks for all. */
  lineLimit?: number;
  label: string;
  className?: string;
}

const charactersPerLine = 400;

export function LongText({ text, lineLimit = 12, label, className = '' }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = text.split('\n');
  const preview = lines
    .slice(0, lineLimit)
    .join('\n')
    .slice(0, lineLimit * charactersPerLine);
  const isLong = preview.length < text.length;
  return (
    <figure aria-label={label} className={`overflow-hidden rounded-md border border-line bg-raised ${className}`}>
      {/* Scrolls sideways for nobody: long lines wrap, so that none of a command is out of sight. */}
      <pre
        aria-label={label}
        className="px-3 py-2 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
      >
        <VisibleText text={isWhole ? text : preview} />
      </pre>
      {isLong && (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-8 w-full border-t border-line px-3 text-left text-xs font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          {isWhole
            ? 'Show less'
            : `Show all ${lines.length > lineLimit ? count(lines.length, 'line') : count(text.length, 'character')}`}
        </button>
      )}
    </figure>
  );
}
