// Approving something else than what was asked: a shell command as text, any other input as JSON. What is different is shown, and
// judged anew.
import type { Approve, JsonObject, Judgement } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { useId, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { inputField } from '../store/draftFields.ts';
import { useDraft } from '../store/drafts.ts';
import { Diff } from '../tools/Diff.tsx';
import { FileChange, FileNotes, showsWhole } from '../tools/FileChange.tsx';
import { AskFoot, AskStep } from './docked.tsx';
import { FilledInNote } from './FilledInNote.tsx';
import { RiskInCard, RiskInFoot } from './RiskNote.tsx';
import type { ApprovalAsk } from './ToolApproval.tsx';
import { useJudgement } from './useJudgement.ts';

export interface EditStepProps {
  ask: ApprovalAsk;
  isBusy: boolean;
  onApprove: (edited: Pick<Approve, 'updatedInput' | 'fileVersion'>) => void;
  onBack: () => void;
}

export function EditStep({ ask, isBusy, onApprove, onBack }: EditStepProps) {
  const editor = editorFor(ask);
  const [text, setText] = useDraft('inputs', ask.id, editor.initialText);
  const [sureOf, setSureOf] = useState<string>();
  const id = useId();
  const reading = editor.read(text);
  const problem = typeof reading === 'string' ? reading : undefined;
  // Unchanged, it would be an approval with changes that has none.
  const edited = typeof reading === 'string' || text === editor.initialText ? undefined : reading;
  const judgement = useJudgement(ask, edited, isBusy);
  const takesTwo = judgement?.risk?.level === 'high';
  const isSure = !takesTwo || sureOf === text;

  function approve() {
    if (!edited) return;
    if (!isSure) return setSureOf(text);
    const fileVersion = judgement?.file?.version;
    onApprove({ updatedInput: edited, ...(fileVersion !== undefined && { fileVersion }) });
  }

  const approveButton = (
    <DecidingButton
      key="approve"
      look={takesTwo && isSure ? 'danger' : 'primary'}
      isBusy={isBusy}
      disabled={!edited}
      isStep={!isSure}
      meaning={`${isSure ? 'approve' : 'be sure'} ${text}`}
      whyNot={edited && !judgement ? 'Not yet: Beckon is looking at what this would do' : undefined}
      onClick={approve}
    >
      {takesTwo ? (isSure ? 'Yes, approve with changes' : 'Approve with changes…') : 'Approve with changes'}
    </DecidingButton>
  );
  const backButton = (
    <Button key="back" look="quiet" disabled={isBusy} onClick={onBack}>
      Back
    </Button>
  );
  return (
    <AskStep>
      <label htmlFor={id} className="text-sm font-medium">
        {editor.label}
      </label>
      <GrowingTextarea
        id={id}
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        readOnly={isBusy}
        data-draft={`${ask.id} ${inputField}`}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isBusy && onBack()}
        className="font-mono text-[0.8125rem]"
      />
      <p id={`${id}-problem`} role="status" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <FilledInNote askId={ask.id} field={inputField} />
      {edited && <WhatChanges asked={editor.initialText} edited={text} judgement={judgement} />}
      <AskFoot>
        {edited && <RiskInFoot risk={judgement?.risk} />}
        {/* What may do great harm is pressed a second time at another place. */}
        <div className="flex flex-wrap gap-2">
          {takesTwo && isSure ? [backButton, approveButton] : [approveButton, backButton]}
        </div>
      </AskFoot>
    </AskStep>
  );
}

interface WhatChangesProps {
  asked: string;
  edited: string;
  judgement: Judgement | undefined;
}

/** The difference between what was asked and what would run instead, and what that would do. */
function WhatChanges({ asked, edited, judgement }: WhatChangesProps) {
  return (
    <section aria-label="What you have changed" className="space-y-2">
      {judgement ? (
        <RiskInCard risk={judgement.risk} />
      ) : (
        <p className="flex items-center gap-2 text-xs text-muted">
          <Spinner /> Looking at what this would do…
        </p>
      )}
      <p className="text-xs text-muted">What you have changed</p>
      <Diff before={asked} after={edited} hasSwitch={false} />
      {judgement?.file && (
        <>
          <FileNotes file={judgement.file} />
          {showsWhole(judgement.file) && <FileChange file={judgement.file} />}
        </>
      )}
    </section>
  );
}

interface Editor {
  label: string;
  initialText: string;
  /** The input to run with, or what is wrong with the text. */
  read(text: string): JsonObject | string;
}

function editorFor({ toolName, input }: ApprovalAsk): Editor {
  const command = toolName === 'Bash' ? textOf(input, 'command') : undefined;
  if (command !== undefined) {
    return {
      label: 'Command to run instead',
      initialText: command,
      read: (text) => (text.trim() === '' ? 'The command is empty.' : { ...input, command: text }),
    };
  }
  return { label: 'Input to use instead, as JSON', initialText: JSON.stringify(input, null, 2), read: readObject };
}

function readObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : 'The input has to be a JSON object: { … }.';
  } catch (thrown) {
    return `This is not JSON yet: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
