// A passage of a plan, with the comment on it. It is opened with the button beside the passage, or by a touch of the passage itself.
import { revealText } from '@beckon/protocol';
import { MessageSquarePlus } from 'lucide-react';
import { createContext, useContext, useMemo, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../../elements/Button.tsx';
import { GrowingTextarea } from '../../elements/GrowingTextarea.tsx';
import { commentsField } from '../../store/draftFields.ts';
import { VisibleText } from '../../text/VisibleText.tsx';
import { CommentButtons } from './CommentButtons.tsx';
import type { PlanComments } from './usePlanComments.ts';

export interface Reviewing {
  comments: PlanComments;
  /** Where the passage begins that Tab leads to; the arrow keys lead to the others. */
  current: number | undefined;
  onFocus: (start: number) => void;
  isDisabled: boolean;
}

export const ReviewingContext = createContext<Reviewing | undefined>(undefined);

export interface PassageProps {
  as?: 'div' | 'li';
  start: number;
  quote: string;
  /** Where it is a heading. */
  level?: number | undefined;
  className?: string | undefined;
  /** What stands below the comment: passages of their own that belong to it. */
  below?: ReactNode;
  children: ReactNode;
}

export function Passage(props: PassageProps) {
  const { as: Tag = 'div', start, quote, level, className = '', below, children } = props;
  const reviewing = useContext(ReviewingContext);
  const button = useRef<HTMLButtonElement>(null);
  const name = useMemo(() => shortened(quote), [quote]);
  if (!reviewing) throw new Error('A passage stands in a plan.');
  const { comments, current, onFocus, isDisabled } = reviewing;
  const { text } = comments.all.find((each) => each.start === start) ?? { text: '' };
  const isWritten = comments.writtenAt === start && !isDisabled;

  function close(isKept = text.trim() !== '') {
    if (!isKept) comments.remove(start);
    comments.write(undefined);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <Tag
      data-passage={start}
      data-level={level}
      className={`passage ${className}`}
      onClick={(event) => isForPassage(event) && !isDisabled && comments.write(start)}
    >
      {children}
      <button
        ref={button}
        type="button"
        className="passage-button"
        title="Comment on this"
        aria-label={`Comment on “${name}”`}
        aria-expanded={isWritten}
        tabIndex={current === start ? 0 : -1}
        // The key leads to the passage, where one first has to see which it is.
        {...(current === start && { 'aria-keyshortcuts': 'c', 'data-press': 'focus' })}
        disabled={isDisabled}
        onFocus={() => onFocus(start)}
        onClick={() => (isWritten ? close() : comments.write(start))}
      >
        <MessageSquarePlus aria-hidden className="size-4" />
      </button>
      {isWritten ? (
        <CommentField
          name={name}
          text={text}
          onChange={(next) => comments.put({ start, quote, text: next })}
          onRemove={() => close(false)}
          onDone={() => close()}
        />
      ) : (
        text !== '' && (
          <div role="note" aria-label={`Your comment on “${name}”`} className="passage-comment">
            <p className="break-words whitespace-pre-wrap">
              <VisibleText text={text} />
            </p>
            <CommentButtons
              start={start}
              comments={comments}
              isDisabled={isDisabled}
              onRemoved={() => button.current?.focus({ preventScroll: true })}
            />
          </div>
        )
      )}
      {below}
    </Tag>
  );
}

interface CommentFieldProps {
  name: string;
  text: string;
  onChange: (text: string) => void;
  onRemove: () => void;
  onDone: () => void;
}

/** What is typed is kept at once; Enter and Escape both end it. */
function CommentField({ name, text, onChange, onRemove, onDone }: CommentFieldProps) {
  function handleKey(event: KeyboardEvent) {
    // While an input method composes, both keys belong to it.
    if (event.nativeEvent.isComposing || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }
  return (
    <div className="passage-comment">
      <div>
        <GrowingTextarea
          autoFocus
          data-draft={commentsField}
          aria-label={`Comment on “${name}”`}
          placeholder="What should be different here?"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKey}
          // Whoever comes back to a text goes on where it ends.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button onClick={onDone}>Done</Button>
        {text !== '' && (
          <Button look="quiet" onClick={onRemove}>
            Remove
          </Button>
        )}
        <span className="text-xs text-muted pointer-coarse:hidden">Enter keeps it · Shift+Enter new line</span>
      </div>
    </div>
  );
}

/** A touch of the innermost passage, and of nothing in it that has a use of its own. A mouse may be selecting text. */
function isForPassage({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>): boolean {
  const pointer = (nativeEvent as Partial<PointerEvent>).pointerType;
  const isTouch = pointer === undefined ? window.matchMedia('(pointer: coarse)').matches : pointer === 'touch';
  if (!isTouch || !(target instanceof Element)) return false;
  const used = target.closest('a, button, input, textarea, label, .passage-comment, [data-passage]');
  return used === currentTarget;
}

function shortened(quote: string): string {
  const line = revealText(quote.split('\n', 1)[0] ?? '');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
