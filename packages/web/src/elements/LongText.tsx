// Text of any length, as it is: its head and its tail first, the middle on demand. What is left out is said, where it is.
import { useState } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';

export interface LongTextProps {
  text: string;
  /** How many lines of its head are shown before one asks for all. */
  lineLimit?: number;
  label: string;
  className?: string;
}

export function LongText({ text, lineLimit = 12, label, className = '' }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { head, tail, isFolded } = folded(text, lineLimit);
  const amount = text.includes('\n') ? count(text.split('\n').length, 'line') : count(text.length, 'character');
  return (
    <figure aria-label={label} className={`overflow-hidden rounded-md border border-line bg-raised ${className}`}>
      <Text label={label} text={isWhole ? text : head} />
      {isFolded && (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-8 w-full border-y border-line px-3 text-left text-xs font-medium text-accent last:border-b-0 hover:underline pointer-coarse:min-h-11"
        >
          {isWhole ? 'Show less' : `Show all ${amount}`}
        </button>
      )}
      {isFolded && !isWhole && <Text label={`${label}, its end`} text={tail} />}
    </figure>
  );
}

/** Scrolls sideways for nobody: long lines wrap, so that none of a command is out of sight. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    <pre
      aria-label={label}
      className="px-3 py-2 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
    >
      <VisibleText text={text} />
    </pre>
  );
}

const charactersPerLine = 400;
/** Whoever hides something behind a long beginning likes to put it last. */
const tailLines = 4;

function folded(text: string, lineLimit: number): { head: string; tail: string; isFolded: boolean } {
  const lines = text.split('\n');
  const head = cut(lines.slice(0, lineLimit).join('\n'), lineLimit);
  const tail = cut(lines.slice(-tailLines).join('\n'), -tailLines);
  const isFolded = head.length + tail.length < text.length;
  return { head: isFolded ? head : text, tail, isFolded };
}

/** At most so many lines' worth of characters, of the beginning, or of the end where the number is negative. */
function cut(text: string, lineCount: number): string {
  const most = lineCount * charactersPerLine;
  return most < 0 ? text.slice(most) : text.slice(0, most);
}
