// An agent asks its person to choose: one form for all questions of the ask, and a summary once it is answered. A desk shows
// them all at once, a phone one after the other.
import { chosen, isOpen } from '@beckon/protocol';
import type { AskOf } from '@beckon/protocol';
import { ArrowLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { choiceField } from '../store/draftFields.ts';
import { useDraft } from '../store/drafts.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';
import { AskFrame } from './AskFrame.tsx';
import type { Choice } from './choice.ts';
import { initialChoices, isAnswered, toAnswers } from './choice.ts';
import { DenyStep } from './DenyStep.tsx';
import { AskFoot } from './docked.tsx';
import { useFilledIn } from './FilledInNote.tsx';
import { HeaderChip, QuestionFields } from './QuestionFields.tsx';
import { WholeInput } from './pieces/WholeInput.tsx';
import type { AskInHand } from './useAsk.ts';
import { useAsk } from './useAsk.ts';

export type QuestionAsk = AskOf<'question'>;

export function QuestionPrompt({ ask: given }: { ask: QuestionAsk }) {
  const inHand = useAsk(given);
  const { ask } = inHand;
  return (
    <AskFrame inHand={inHand} form={<QuestionForm inHand={inHand} />}>
      <WholeInput ask={ask} />
      {!isOpen(ask) && <Summary ask={ask} />}
    </AskFrame>
  );
}

function QuestionForm({ inHand }: { inHand: AskInHand<QuestionAsk> }) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const [choices, setChoices] = useDraft('choices', ask.id, initialChoices(ask.questions));
  const [isDeclining, setIsDeclining] = useState(false);
  const [hasComeBack, setHasComeBack] = useState(false);
  const [step, setStep] = useState(() => firstUnanswered(choices));
  const filledIn = useFilledIn(ask.id);
  const missing = choices.filter((choice) => !isAnswered(choice)).length;
  const last = ask.questions.length - 1;
  const id = useId();
  if (isDeclining) {
    return (
      <DenyStep
        askId={ask.id}
        label="Go on without an answer. Anything the agent should know? (optional)"
        placeholder="For example: decide yourself"
        confirmLabel="Don’t answer"
        isBusy={isSubmitting}
        onDeny={(reason) => answer({ type: 'deny', ...(reason !== '' && { message: reason }) })}
        onBack={() => {
          setIsDeclining(false);
          setHasComeBack(true);
        }}
      />
    );
  }
  return (
    <form
      id={id}
      className="space-y-5"
      // Enter in a field presses the button, as often as it repeats.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && isChoice(event.target) && event.preventDefault()}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === 0) answer({ type: 'answers', answers: toAnswers(ask.questions, choices) });
      }}
    >
      {last > 0 && (
        <div className="flex items-center justify-between gap-2 text-sm text-muted sm:hidden">
          <p aria-live="polite">
            Question {step + 1} of {last + 1}
          </p>
          {step > 0 && (
            <Button look="quiet" onClick={() => setStep(step - 1)}>
              <ArrowLeft aria-hidden className="size-4" />
              Back
            </Button>
          )}
        </div>
      )}
      {ask.questions.map((question, index) => (
        <div key={index} className={index === step ? '' : 'max-sm:hidden'}>
          <QuestionFields
            question={question}
            choice={choices[index] ?? { picked: [], isOther: false, otherText: '' }}
            isDisabled={isSubmitting}
            askId={ask.id}
            field={choiceField(index)}
            onChoose={(choice) => setChoices((current) => current.with(index, choice))}
          />
        </div>
      ))}
      <AskFoot>
        <div className="flex flex-wrap items-center gap-2">
          {step < last && (
            <Button
              look="primary"
              className="flex-1 sm:hidden"
              disabled={isSubmitting || !isAnsweredAt(choices, step)}
              onClick={() => setStep(step + 1)}
            >
              Next question
            </Button>
          )}
          <DecidingButton
            // On a phone it comes to where the other button was: it counts as just come.
            key={String(step === last)}
            type="submit"
            // Its foot may lie outside of the form.
            form={id}
            className={step === last ? 'max-sm:flex-1' : 'max-sm:hidden'}
            look="primary"
            meaning={filledIn}
            isBusy={isSubmitting && submission?.answer.type === 'answers'}
            disabled={missing > 0 || isSubmitting}
          >
            Submit
          </DecidingButton>
          <DecidingButton
            isStep
            look="quiet"
            aria-keyshortcuts="d"
            autoFocus={hasComeBack}
            disabled={isSubmitting}
            onClick={() => setIsDeclining(true)}
          >
            Don’t answer…
          </DecidingButton>
          {missing > 0 && ask.questions.length > 1 && (
            <span className="text-xs text-muted max-sm:hidden">{count(missing, 'question')} to go</span>
          )}
        </div>
      </AskFoot>
    </form>
  );
}

function isAnsweredAt(choices: Choice[], index: number): boolean {
  const choice = choices[index];
  return choice !== undefined && isAnswered(choice);
}

/** Where one goes on who had begun; the last where nothing is left. */
function firstUnanswered(choices: Choice[]): number {
  const index = choices.findIndex((choice) => !isAnswered(choice));
  return index === -1 ? choices.length - 1 : index;
}

function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement;
}

function Summary({ ask: { questions, answer } }: { ask: QuestionAsk }) {
  return (
    <dl className="animate-arrive space-y-2 text-sm">
      {questions.map(({ header, question }, index) => (
        <div key={index}>
          <dt className="flex flex-wrap items-baseline gap-2 text-muted">
            <HeaderChip header={header} />
            <span className="min-w-0 break-words">
              <VisibleText text={question} />
            </span>
          </dt>
          {answer?.type === 'answers' && (
            <dd className="mt-0.5 font-medium break-words whitespace-pre-wrap">
              <VisibleText text={chosen(questions, answer.answers, index).join(', ')} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
