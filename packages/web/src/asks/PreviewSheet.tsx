// The previews of a question's options on a phone: one at a time in a sheet, from which one goes to the next with a swipe, a button
// or an arrow key, and chooses. Choosing is not answering: that takes Submit.
import type { Question } from '@beckon/protocol';
import { revealText } from '@beckon/protocol';
import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { OptionPreview } from './OptionPreview.tsx';

export interface PreviewSheetProps {
  question: Question;
  picked: readonly number[];
  /** The option that it opens at. */
  first: number;
  onPick: (index: number) => void;
  onClose: () => void;
}

export default function PreviewSheet({ question, picked, first, onPick, onClose }: PreviewSheetProps) {
  const { options, multiSelect } = question;
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(first);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Where it opens is no movement.
  useLayoutEffect(() => {
    strip.current?.children[first]?.scrollIntoView({ behavior: 'instant' });
  }, [first]);
  const option = options[shown];
  const isPicked = picked.includes(shown);

  function goTo(index: number) {
    const page = strip.current?.children[index];
    if (!page) return;
    setShown(index);
    page.scrollIntoView({ block: 'nearest', inline: 'start' });
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined;
        if (by === undefined) return;
        event.preventDefault();
        goTo(shown + by);
      }}
      // A press beside the sheet closes it.
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="m-0 mt-auto max-h-[85dvh] min-h-[50dvh] w-full max-w-none flex-col rounded-t-xl border-t border-line bg-panel pb-[max(0.75rem,env(safe-area-inset-bottom))] text-ink shadow-xl backdrop:bg-black/40 open:flex"
    >
      <header className="flex items-start gap-2 border-b border-line px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <p className="truncate text-xs text-muted">
            <VisibleText text={question.question} />
          </p>
          <h2 id={titleId} className="font-semibold break-words" aria-live="polite">
            <VisibleText text={option?.label ?? ''} />
          </h2>
        </div>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </header>
      <div
        ref={strip}
        tabIndex={0}
        role="group"
        aria-label="Previews"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          clientWidth > 0 && setShown(Math.round(scrollLeft / clientWidth))
        }
        className="flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto"
      >
        {options.map((each, index) => (
          <div
            key={index}
            role="group"
            aria-label={revealText(each.label)}
            // Those that are out of sight are not there for keys and ears either.
            inert={index !== shown}
            className="flex w-full shrink-0 snap-start snap-always flex-col overflow-hidden"
          >
            {each.description !== undefined && (
              <p className="border-b border-line px-4 py-2 text-sm break-words text-muted">
                <VisibleText text={each.description} />
              </p>
            )}
            <OptionPreview option={each} className="min-h-0 flex-1" />
          </div>
        ))}
      </div>
      <footer className="space-y-2 border-t border-line px-4 pt-3">
        <div className="flex items-center justify-between gap-2">
          <Button whyNot={shown === 0 ? 'This is the first' : undefined} onClick={() => goTo(shown - 1)}>
            <ChevronLeft aria-hidden className="size-4" />
            <span className="sr-only">Previous option</span>
          </Button>
          <p className="text-sm text-muted tabular-nums">
            {shown + 1} of {options.length}
          </p>
          <Button
            whyNot={shown === options.length - 1 ? 'This is the last' : undefined}
            onClick={() => goTo(shown + 1)}
          >
            <ChevronRight aria-hidden className="size-4" />
            <span className="sr-only">Next option</span>
          </Button>
        </div>
        <Button
          look={isPicked ? 'secondary' : 'primary'}
          className="w-full"
          onClick={() => {
            if (!isPicked || multiSelect) onPick(shown);
            if (!multiSelect) dialog.current?.close();
          }}
        >
          {isPicked && <Check aria-hidden className="size-4" />}
          {isPicked ? (multiSelect ? 'Chosen · take it out' : 'Chosen') : 'Choose this'}
        </Button>
      </footer>
    </dialog>
  );
}
