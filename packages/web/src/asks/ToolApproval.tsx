// An agent asks for leave to use a tool: what will run, and the ways to say yes or no.
import type { AskOf, ChangeSize, Session, ToolCallPart } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import { Folder } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Disclosure } from '../elements/Disclosure.tsx';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { useSession } from '../store/BeckonContext.tsx';
import { PathText } from '../text/PathText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { Reading, useReading } from '../tools/reading.tsx';
import { ToolHeading } from '../tools/ToolHeading.tsx';
import { ToolInput } from '../tools/ToolInput.tsx';
import { ToolResult } from '../tools/ToolResult.tsx';
import { ApprovalButtons } from './ApprovalButtons.tsx';
import { AskFrame } from './AskFrame.tsx';
import { DenyStep } from './DenyStep.tsx';
import { AskFoot } from './docked.tsx';
import { EditStep } from './EditStep.tsx';
import { RememberStep } from './RememberStep.tsx';
import { WholeInput } from './pieces/WholeInput.tsx';
import { RiskInCard, RiskInFoot } from './RiskNote.tsx';
import type { AskInHand } from './useAsk.ts';
import { useAsk } from './useAsk.ts';

export type ApprovalAsk = AskOf<'approval'>;

/** The form shows one step at a time. */
export type ApprovalStep = 'choose' | 'deny' | 'edit' | 'remember';

export function ToolApproval({ ask: given, call }: { ask: ApprovalAsk; call?: ToolCallPart | undefined }) {
  const inHand = useAsk(given, call);
  const session = useSession(given.sessionId);
  const { ask } = inHand;
  const { hasUnread, onPart } = useReading();
  const [step, setStep] = useState<ApprovalStep>('choose');
  // Where they are known only once the two are compared.
  const [lines, setLines] = useState<ChangeSize>();
  const ranInput = ask.answer?.type === 'approve' ? (ask.answer.updatedInput ?? ask.input) : ask.input;
  return (
    <AskFrame inHand={withLines(inHand, lines)} form={<ApprovalForm {...{ inHand, hasUnread, step, setStep }} />}>
      {isOpen(ask) ? (
        <>
          <Reading onPart={onPart}>
            <ShownInput ask={ask} onLines={setLines} />
          </Reading>
          <Circumstances ask={ask} session={session} />
          {/* What is edited is judged by itself, beside its own buttons. */}
          {step !== 'edit' && (
            <>
              <RiskInCard risk={ask.risk} />
              <AskFoot>
                <RiskInFoot risk={ask.risk} />
              </AskFoot>
            </>
          )}
        </>
      ) : (
        <Disclosure summary={<ToolHeading toolName={ask.toolName} input={ranInput} />}>
          <WholeInput ask={ask}>
            <ToolInput toolName={ask.toolName} input={ranInput} cuts={ask.abridged?.cuts} />
          </WholeInput>
        </Disclosure>
      )}
      {call?.result && ask.answer?.type !== 'deny' && <ToolResult result={call.result} />}
    </AskFrame>
  );
}

/** What is too much to be compared beforehand is compared now, with what there is of it shown meanwhile. */
function ShownInput({ ask, onLines }: { ask: ApprovalAsk; onLines: (lines: ChangeSize | undefined) => void }) {
  const input = <ToolInput toolName={ask.toolName} input={ask.input} cuts={ask.abridged?.cuts} file={ask.file} />;
  const whole = <WholeInput ask={ask}>{input}</WholeInput>;
  if (!isComparedLater(ask)) return whole;
  return (
    <ErrorBoundary fallback={whole}>
      <Suspense fallback={whole}>
        <LargeEdit ask={ask} onLines={onLines} />
      </Suspense>
    </ErrorBoundary>
  );
}

const LargeEdit = lazy(() => import('./pieces/LargeEdit.tsx'));

/** Nothing is compared with a file that is not there. */
function isComparedLater({ toolName, abridged, file }: ApprovalAsk): boolean {
  if (toolName !== 'Write' && toolName !== 'Edit' && toolName !== 'MultiEdit') return false;
  if (file?.found === 'text') return abridged !== undefined || file.isCut === true;
  return file?.found === 'too_large';
}

function withLines(inHand: AskInHand<ApprovalAsk>, lines: ChangeSize | undefined): AskInHand<ApprovalAsk> {
  const { ask } = inHand;
  return lines && ask.file ? { ...inHand, ask: { ...ask, file: { ...ask.file, lines } } } : inHand;
}

interface ApprovalFormProps {
  inHand: AskInHand<ApprovalAsk>;
  hasUnread: boolean;
  step: ApprovalStep;
  setStep: (step: ApprovalStep) => void;
}

function ApprovalForm({ inHand, hasUnread, step, setStep }: ApprovalFormProps) {
  const { ask, isSubmitting, answer } = inHand;
  // Where the focus goes with the buttons; on "Deny" where that is what the agent's runtime wants by default.
  const [cameFrom, setCameFrom] = useState<ApprovalStep | undefined>(ask.defaultToNo ? 'deny' : undefined);
  function goBack() {
    setCameFrom(step);
    setStep('choose');
  }
  switch (step) {
    case 'choose':
      return <ApprovalButtons inHand={inHand} hasUnread={hasUnread} cameFrom={cameFrom} onStep={setStep} />;
    case 'deny':
      return (
        <DenyStep
          askId={ask.id}
          label="Why not? The agent reads this (optional)"
          placeholder="For example: use the test database instead"
          confirmLabel="Deny"
          isBusy={isSubmitting}
          onDeny={(reason) => answer({ type: 'deny', ...(reason !== '' && { message: reason }) })}
          onBack={goBack}
        />
      );
    case 'edit':
      return (
        <EditStep
          ask={ask}
          isBusy={isSubmitting}
          onApprove={(edited) => answer({ type: 'approve', ...edited })}
          onBack={goBack}
        />
      );
    case 'remember':
      return (
        <RememberStep
          suggestions={ask.suggestions}
          shown={ask.file?.version ?? ''}
          isBusy={isSubmitting}
          onApprove={(remember) => answer({ type: 'approve', remember })}
          onBack={goBack}
        />
      );
  }
}

function Circumstances({ ask, session }: { ask: ApprovalAsk; session: Session | undefined }) {
  return (
    <div className="space-y-1 text-xs text-muted">
      {session && (
        <p className="flex items-start gap-1.5">
          <Folder aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">
            Runs in <PathText path={session.cwd} />
          </span>
        </p>
      )}
      {ask.blockedPath !== undefined && (
        <p>
          Asked because of <PathText path={ask.blockedPath} />
        </p>
      )}
      {ask.reason !== undefined && (
        <p className="break-words whitespace-pre-wrap">
          Why it asks: <VisibleText text={ask.reason} />
        </p>
      )}
    </div>
  );
}
