// Approving something else than what was asked: a shell command as text, any other input as JSON.
import type { JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { useId, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { AskFoot, AskStep } from './docked.tsx';
import type { ApprovalAsk } from './ToolApproval.tsx';

export interface EditStepProps {
  ask: ApprovalAsk;
  isBusy: boolean;
  onApprove: (updatedInput: JsonObject) => void;
  onBack: () => void;
}

export function EditStep({ ask, isBusy, onApprove, onBack }: EditStepProps) {
  const editor = editorFor(ask);
  const [text, setText] = useState(editor.initialText);
  const id = useId();
  const reading = editor.read(text);
  const problem = typeof reading === 'string' ? reading : undefined;
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
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isBusy && onBack()}
        className="font-mono text-[0.8125rem]"
      />
      <p id={`${id}-problem`} role="status" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <AskFoot>
        <div className="flex flex-wrap gap-2">
          <DecidingButton
            look="primary"
            isBusy={isBusy}
            // Unchanged, it would be an approval with changes that has none.
            disabled={problem !== undefined || text === editor.initialText}
            onClick={() => typeof reading !== 'string' && onApprove(reading)}
          >
            Approve with changes
          </DecidingButton>
          <Button look="quiet" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
        </div>
      </AskFoot>
    </AskStep>
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
