// An agent has a plan: accept it, and say how freely the agent may go on, or send it back with what to change.
import { describeMode, isOpen } from '@beckon/protocol';
import type { AskOf, PermissionMode } from '@beckon/protocol';
import { useContext, useState } from 'react';
import { Markdown } from '../markdown/Markdown.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { RadioCards } from '../elements/RadioCards.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useDriver } from '../store/BeckonContext.tsx';
import { Reading, useReading } from '../tools/reading.tsx';
import { AskFrame } from './AskFrame.tsx';
import { DenyStep } from './DenyStep.tsx';
import { AskFoot, DockedContext } from './docked.tsx';
import { WholeInput } from './pieces/WholeInput.tsx';
import type { AskInHand } from './useAsk.ts';
import { useAsk } from './useAsk.ts';
import { whyUnread, WithoutReading } from './WithoutReading.tsx';

export type PlanAsk = AskOf<'plan'>;

export function PlanReview({ ask: given }: { ask: PlanAsk }) {
  const inHand = useAsk(given);
  const { ask } = inHand;
  const { hasUnread, onPart } = useReading();
  const plan = (
    <WholeInput ask={ask}>
      <Plan plan={ask.plan} />
    </WholeInput>
  );
  return (
    <AskFrame inHand={inHand} form={<PlanForm inHand={inHand} hasUnread={hasUnread} />}>
      {isOpen(ask) ? (
        <Reading onPart={onPart}>{plan}</Reading>
      ) : (
        <Disclosure summary={<span className="text-sm">The plan</span>}>{plan}</Disclosure>
      )}
    </AskFrame>
  );
}

function Plan({ plan }: { plan: string }) {
  if (plan.trim() === '') return <p className="text-sm text-muted">The agent gave no text for its plan.</p>;
  return <Markdown text={plan} />;
}

function PlanForm({ inHand, hasUnread }: { inHand: AskInHand<PlanAsk>; hasUnread: boolean }) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const driver = useDriver(ask.sessionId);
  const modes = driver?.planModes ?? [];
  const [chosen, setChosen] = useState<PermissionMode>();
  // Without a mode, accepting the plan grants nothing but the plan.
  const mode = chosen ?? modes[0];
  const isDocked = useContext(DockedContext);
  const [isSendingBack, setIsSendingBack] = useState(false);
  const [hasComeBack, setHasComeBack] = useState(false);
  const approve = () => answer({ type: 'approve', ...(mode !== undefined && { permissionMode: mode }) });
  if (isSendingBack) {
    return (
      <DenyStep
        askId={ask.id}
        label="What should change?"
        placeholder="The agent reads this and plans again"
        confirmLabel="Send back"
        isReasonNeeded
        isBusy={isSubmitting}
        onDeny={(message) => answer({ type: 'deny', message })}
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
        {hasUnread && <WithoutReading ask={ask} isDisabled={isSubmitting} onApprove={approve} />}
      </AskFoot>
    </>
  );
}
