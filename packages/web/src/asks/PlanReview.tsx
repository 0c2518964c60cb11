// An agent has a plan: accept it, and say how freely the agent may go on, or send it back with what to change, in general and
// passage by passage.
import { describeMode, isOpen } from '@beckon/protocol';
import type { AskOf, PermissionMode } from '@beckon/protocol';
import { lazy, Suspense, useContext, useState } from 'react';
import { Markdown } from '../markdown/Markdown.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { RadioCards } from '../elements/RadioCards.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useDriver } from '../store/BeckonContext.tsx';
import { Reading, useReading } from '../tools/reading.tsx';
import { commentsField, reasonField } from '../store/draftFields.ts';
import { AskFrame } from './AskFrame.tsx';
import { DenyStep } from './DenyStep.tsx';
import { AskFoot, DockedContext } from './docked.tsx';
import { WholeInput } from './pieces/WholeInput.tsx';
import { CommentList } from './plan/CommentList.tsx';
import { feedbackMessage, written } from './plan/feedback.ts';
import type { PlanComments } from './plan/usePlanComments.ts';
import { usePlanComments } from './plan/usePlanComments.ts';
import type { AskInHand } from './useAsk.ts';
import { useAsk } from './useAsk.ts';
import { whyUnread, WithoutReading } from './WithoutReading.tsx';
import { BegunElsewhere, FilledInNote } from './FilledInNote.tsx';

const PlanDocument = lazy(() => import('./plan/PlanDocument.tsx'));

export type PlanAsk = AskOf<'plan'>;

export function PlanReview({ ask: given }: { ask: PlanAsk }) {
  const inHand = useAsk(given);
  const { ask } = inHand;
  const { hasUnread, onPart } = useReading();
  const comments = usePlanComments(ask.id);
  const text = <Plan plan={ask.plan} />;
  return (
    <AskFrame inHand={inHand} form={<PlanForm inHand={inHand} hasUnread={hasUnread} comments={comments} />}>
      {isOpen(ask) ? (
        <Reading onPart={onPart}>
          <WholeInput ask={ask}>
            {/* Until the rest of the page is there, and if it cannot be loaded, the plan is there to read. */}
            <ErrorBoundary fallback={text}>
              <Suspense fallback={text}>
                {isEmpty(ask) ? text : <PlanDocument ask={ask} comments={comments} isDisabled={inHand.isSubmitting} />}
              </Suspense>
            </ErrorBoundary>
          </WholeInput>
          <FilledInNote askId={ask.id} field={commentsField} words="Comments last changed on" />
        </Reading>
      ) : (
        <Disclosure summary={<span className="text-sm">The plan</span>}>
          <WholeInput ask={ask}>{text}</WholeInput>
        </Disclosure>
      )}
    </AskFrame>
  );
}

function isEmpty({ plan }: Pick<PlanAsk, 'plan'>): boolean {
  return plan.trim() === '';
}

function Plan({ plan }: { plan: string }) {
  if (isEmpty({ plan })) return <p className="text-sm text-muted">The agent gave no text for its plan.</p>;
  return <Markdown text={plan} />;
}

interface PlanFormProps {
  inHand: AskInHand<PlanAsk>;
  hasUnread: boolean;
  comments: PlanComments;
}

function PlanForm({ inHand, hasUnread, comments }: PlanFormProps) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const driver = useDriver(ask.sessionId);
  const modes = driver?.planModes ?? [];
  const [chosen, setChosen] = useState<PermissionMode>();
  // Without a mode, accepting the plan grants nothing but the plan.
  const mode = chosen ?? modes[0];
  const isDocked = useContext(DockedContext);
  const [isSendingBack, setIsSendingBack] = useState(false);
  const [hasComeBack, setHasComeBack] = useState(false);
  const commentCount = written(comments.all).length;
  const approve = () => answer({ type: 'approve', ...(mode !== undefined && { permissionMode: mode }) });
  if (isSendingBack) {
    return (
      <DenyStep
        askId={ask.id}
        label={commentCount > 0 ? 'Anything about the plan as a whole? (optional)' : 'What should change?'}
        placeholder="The agent reads this and plans again"
        confirmLabel="Send back"
        isReasonNeeded={commentCount === 0}
        isBusy={isSubmitting}
        above={<CommentList comments={comments} isDisabled={isSubmitting} />}
        onDeny={(reason) => answer({ type: 'deny', message: feedbackMessage(comments.all, reason) })}
        onBack={() => {
          setIsSendingBack(false);
          setHasComeBack(true);
        }}
      />
    );
  }
  return (
    <>
      {mode !== undefined && (
        <div className="border-t border-line pt-3">
          <RadioCards
            legend="Once approved, the agent goes on in"
            cards={modes.map((each) => describeMode(driver, each))}
            value={mode}
            isDisabled={isSubmitting}
            onChoose={setChosen}
          />
        </div>
      )}
      <AskFoot>
        <div className="flex flex-wrap items-center gap-2">
          <DecidingButton
            className="max-sm:flex-1"
            look="primary"
            aria-keyshortcuts="a"
            isBusy={isSubmitting && submission?.answer.type === 'approve'}
            disabled={isSubmitting}
            whyNot={hasUnread ? whyUnread(ask) : undefined}
            onClick={approve}
          >
            Approve plan
          </DecidingButton>
          <DecidingButton
            className="max-sm:flex-1"
            aria-keyshortcuts="d"
            isStep
            autoFocus={hasComeBack}
            disabled={isSubmitting}
            onClick={() => setIsSendingBack(true)}
          >
            Send back…
          </DecidingButton>
          {isDocked && mode !== undefined && (
            <span className="text-xs text-muted max-sm:w-full">
              Approved, it goes on in “{describeMode(driver, mode).name}”
            </span>
          )}
        </div>
        {commentCount > 0 && (
          <p className="text-xs text-muted">
            Your {commentCount === 1 ? 'comment goes' : `${commentCount} comments go`} back only with “Send back…”.
            Approving leaves {commentCount === 1 ? 'it' : 'them'} out.
          </p>
        )}
        <BegunElsewhere askId={ask.id} field={reasonField} words="“Send back…” goes on with what was written on" />
        {hasUnread && <WithoutReading ask={ask} isDisabled={isSubmitting} onApprove={approve} />}
      </AskFoot>
    </>
  );
}
