// An agent asks its person to choose: one form for all questions of the ask, and a summary once it is answered.
import { chosen, isOpen } from '@beckon/protocol';
import type { AskOf } from '@beckon/protocol';
import { useState } from 'react';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useDraft } from '../store/drafts.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';
import { AskFrame } from './AskFrame.tsx';
import { initialChoices, isAnswered, toAnswers } from './choice.ts';
import { DenyStep } from './DenyStep.tsx';
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
  const missing = choices.filter((choice) => !isAnswered(choice)).length;
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
      className="space-y-5"
      // Enter in a field presses the button, as often as it repeats.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && isChoice(event.target) && event.preventDefault()}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === 0) answer({ type: 'answers', answers: toAnswers(ask.questions, choices) });
      }}
    >
      {ask.questions.map((question, index) => (
        <QuestionFields
          key={index}
          question={question}
          choice={choices[index] ?? { picked: [], isOther: false, otherText: '' }}
          isDisabled={isSubmitting}
          onChoose={(choice) => setChoices((current) => current.with(index, choice))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <DecidingButton
          type="submit"
          look="primary"
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
          <span className="text-xs text-muted">{count(missing, 'question')} to go</span>
        )}
      </div>
    </form>
  );
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
