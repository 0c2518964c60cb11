// One question: its options as radio buttons or checkboxes, and "Other" with free text. Where options have previews, those stand beside
// each other, each below its option; where there is no room for that, they are in a sheet.
import type { Question, QuestionOption } from '@beckon/protocol';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { useIsWide } from '../tools/useIsWide.ts';
import type { Choice } from './choice.ts';
import { pick, pickOther } from './choice.ts';
import { FilledInNote } from './FilledInNote.tsx';
import { OptionPreview } from './OptionPreview.tsx';

const PreviewSheet = lazy(() => import('./PreviewSheet.tsx'));

/** Two columns of some forty characters. */
const wideEnough = 560;

export interface QuestionFieldsProps {
  question: Question;
  choice: Choice;
  isDisabled: boolean;
  /** The ask, and the field of its draft that this is. */
  askId: string;
  field: string;
  onChoose: (choice: Choice) => void;
}

export function QuestionFields({ question, choice, isDisabled, askId, field, onChoose }: QuestionFieldsProps) {
  const id = useId();
  const isFilledIn = useBeckonState(({ filledIn }) => filledIn[askId]?.[field] !== undefined);
  const frame = useRef<HTMLFieldSetElement>(null);
  const isWide = useIsWide(frame, wideEnough);
  const [lookedAt, setLookedAt] = useState<number>();
  const inputType = question.multiSelect ? 'checkbox' : 'radio';
  const hasPreviews = hasPreview(question);
  const columns = hasPreviews && isWide ? columnLooks(question.options.length) : undefined;
  const pickAt = (index: number) => onChoose(pick(choice, index, question));
  return (
    <fieldset ref={frame} disabled={isDisabled} className="min-w-0">
      {/* A legend is as wide as its longest word, unless told otherwise. */}
      <legend className="mb-2 w-full">
        <HeaderChip header={question.header} />
        <span className="mt-1 block font-medium break-words">
          <VisibleText text={question.question} />
        </span>
        {question.multiSelect && <span className="block text-xs text-muted">Choose any that apply</span>}
      </legend>
      <div className="space-y-1.5">
        <div className={columns ? `grid gap-3 ${columns}` : 'space-y-1.5'}>
          {question.options.map((option, index) => {
            const isChosen = choice.picked.includes(index);
            return (
              <Option key={index} option={option} isChosen={isChosen} hasColumn={columns !== undefined}>
                <Row isChosen={isChosen} hasFrame={columns === undefined}>
                  <input
                    type={inputType}
                    name={id}
                    checked={isChosen}
                    onChange={() => pickAt(index)}
                    className="mt-0.5 size-4.5 shrink-0 accent-accent"
                  />
                  <OptionWords option={option} />
                </Row>
              </Option>
            );
          })}
        </div>
        {hasPreviews && !columns && (
          <Button disabled={isDisabled} className="w-full" onClick={() => setLookedAt(choice.picked[0] ?? 0)}>
            <Eye aria-hidden className="size-4" />
            Compare previews
          </Button>
        )}
        <Row isChosen={choice.isOther}>
          <input
            type={inputType}
            name={id}
            checked={choice.isOther}
            onChange={() => onChoose(pickOther(choice.otherText))}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">Other</span>
        </Row>
        {choice.isOther && (
          <GrowingTextarea
            aria-label={`Other answer to: ${question.question}`}
            data-draft={`${askId} ${field}`}
            // Filled in elsewhere, it takes the focus from nobody.
            autoFocus={question.options.length > 0 && !isFilledIn}
            value={choice.otherText}
            placeholder="Your own answer"
            onChange={(event) => onChoose(pickOther(event.target.value))}
          />
        )}
      </div>
      <FilledInNote askId={askId} field={field} />
      {lookedAt !== undefined && (
        // If the sheet cannot be loaded, the previews are there all the same.
        <ErrorBoundary fallback={<PreviewsBelow question={question} />}>
          <Suspense fallback={null}>
            <PreviewSheet
              question={question}
              picked={choice.picked}
              first={lookedAt}
              onPick={pickAt}
              onClose={() => setLookedAt(undefined)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </fieldset>
  );
}

export function hasPreview({ options }: Question): boolean {
  return options.some(({ preview }) => preview !== undefined);
}

/** Four are easier to compare two by two. */
function columnLooks(count: number): string {
  return count === 3 ? 'grid-cols-3' : count === 1 ? 'grid-cols-1' : 'grid-cols-2';
}

interface OptionProps {
  option: QuestionOption;
  isChosen: boolean;
  /** It has its preview below. */
  hasColumn: boolean;
  children: ReactNode;
}

function Option({ option, isChosen, hasColumn, children }: OptionProps) {
  if (!hasColumn) return children;
  return (
    <figure
      className={`flex min-w-0 flex-col overflow-hidden rounded-lg border ${isChosen ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
    >
      {children}
      <OptionPreview option={option} className="max-h-80 flex-1 bg-raised" />
    </figure>
  );
}

function PreviewsBelow({ question: { options } }: { question: Question }) {
  return options.map((option, index) => (
    <figure key={index} className="mt-2 rounded-lg border border-line bg-raised">
      <figcaption className="border-b border-line px-3 py-1.5 text-xs text-muted">
        <VisibleText text={option.label} />
      </figcaption>
      <OptionPreview option={option} />
    </figure>
  ));
}

export function HeaderChip({ header }: { header: string }) {
  return (
    <span className="inline-block rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">
      <VisibleText text={header} />
    </span>
  );
}

interface RowProps {
  isChosen: boolean;
  /** Else what is around it has one. */
  hasFrame?: boolean;
  children: ReactNode;
}

function Row({ isChosen, hasFrame = true, children }: RowProps) {
  const frame = isChosen ? 'border-accent' : 'border-line hover:border-edge';
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5 transition-colors has-disabled:cursor-default has-disabled:opacity-70 ${
        hasFrame ? `rounded-lg border ${frame}` : 'border-b border-line'
      } ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      {children}
    </label>
  );
}

function OptionWords({ option: { label, description } }: { option: QuestionOption }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block break-words">
        <VisibleText text={label} />
      </span>
      {description !== undefined && (
        <span className="block text-sm break-words text-muted">
          <VisibleText text={description} />
        </span>
      )}
    </span>
  );
}
