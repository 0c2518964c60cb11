// One question: its options as radio buttons or checkboxes, "Other" with free text, and the preview of the option that
// one looks at.
import type { Question, QuestionOption } from '@beckon/protocol';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import type { Choice } from './choice.ts';
import { pick, pickOther } from './choice.ts';

export interface QuestionFieldsProps {
  question: Question;
  choice: Choice;
  isDisabled: boolean;
  onChoose: (choice: Choice) => void;
}

export function QuestionFields({ question, choice, isDisabled, onChoose }: QuestionFieldsProps) {
  const id = useId();
  const [looked, setLooked] = useState<number>();
  const inputType = question.multiSelect ? 'checkbox' : 'radio';
  const hasPreviews = question.options.some(({ preview }) => preview !== undefined);
  const previewed = question.options[looked ?? choice.picked[0] ?? 0];
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      {/* A legend is as wide as its longest word, unless told otherwise. */}
      <legend className="mb-2 w-full">
        <HeaderChip header={question.header} />
        <span className="mt-1 block font-medium break-words">
          <VisibleText text={question.question} />
        </span>
        {question.multiSelect && <span className="block text-xs text-muted">Choose any that apply</span>}
      </legend>
      <div className={hasPreviews ? 'grid gap-3 lg:grid-cols-2' : ''}>
        <div className="space-y-1.5">
          {question.options.map((option, index) => (
            <Row key={index} isChosen={choice.picked.includes(index)}>
              <input
                type={inputType}
                name={id}
                checked={choice.picked.includes(index)}
                onChange={() => onChoose(pick(choice, index, question))}
                onFocus={() => setLooked(index)}
                className="mt-0.5 size-4.5 shrink-0 accent-accent"
              />
              <OptionWords option={option} />
            </Row>
          ))}
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
              autoFocus={question.options.length > 0}
              value={choice.otherText}
              placeholder="Your own answer"
              onChange={(event) => onChoose(pickOther(event.target.value))}
            />
          )}
        </div>
        {hasPreviews && <Preview option={previewed} />}
      </div>
    </fieldset>
  );
}

export function HeaderChip({ header }: { header: string }) {
  return (
    <span className="inline-block rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">
      <VisibleText text={header} />
    </span>
  );
}

function Row({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2.5 transition-colors has-disabled:cursor-default has-disabled:opacity-70 ${
        isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge'
      }`}
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

function Preview({ option }: { option: QuestionOption | undefined }) {
  return (
    <figure className="min-w-0 self-start overflow-hidden rounded-lg border border-line bg-raised">
      <figcaption className="border-b border-line px-3 py-1.5 text-xs text-muted">
        Preview: <VisibleText text={option?.label ?? ''} />
      </figcaption>
      <pre tabIndex={0} className="max-h-80 overflow-auto px-3 py-2 font-mono text-xs leading-relaxed">
        {option?.preview === undefined ? 'No preview for this option' : <VisibleText text={option.preview} />}
      </pre>
    </figure>
  );
}
