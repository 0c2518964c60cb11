// One rule that "always" would add: its words, what it lets through besides this call, and the fields to change it.
import type { EditableRule } from '@beckon/protocol';
import { ruleProblem, ruleReach, ruleText } from '@beckon/protocol';
import { useId, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export interface RuleDraft {
  rule: string;
  place: string;
}

export interface RuleEditorProps {
  /** The id of the box that the words name, where there is one. */
  labels: string | undefined;
  editable: EditableRule;
  draft: RuleDraft;
  isDisabled: boolean;
  onChange: (draft: RuleDraft) => void;
}

export function RuleEditor({ labels, editable, draft, isDisabled, onChange }: RuleEditorProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const problem = ruleProblem(editable.toolName, draft.rule);
  return (
    <div className="min-w-0 space-y-1.5">
      <div className="flex flex-wrap items-start gap-x-2">
        <label htmlFor={labels} className="min-w-0 flex-1 basis-60 break-words">
          <VisibleText text={ruleText(editable, draft)} />
        </label>
        {!isOpen && (
          <Button look="quiet" disabled={isDisabled} onClick={() => setIsOpen(true)} className="-my-1.5">
            Change…
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          <label className="min-w-0 flex-1 basis-60 text-xs text-muted">
            Rule for {editable.toolName}
            <input
              autoFocus
              spellCheck={false}
              autoCapitalize="off"
              value={draft.rule}
              disabled={isDisabled}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}-reach`}
              onChange={(event) => onChange({ ...draft, rule: event.target.value })}
              className={`${field} font-mono text-[0.8125rem]`}
            />
          </label>
          <label className="min-w-0 basis-40 text-xs text-muted max-sm:flex-1">
            Kept
            <select
              value={draft.place}
              disabled={isDisabled}
              onChange={(event) => onChange({ ...draft, place: event.target.value })}
              className={field}
            >
              {editable.places.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <p id={`${id}-reach`} role="status" className={`text-xs ${problem === undefined ? 'text-muted' : 'text-danger'}`}>
        <VisibleText text={problem ?? ruleReach(editable.toolName, draft.rule)} />
      </p>
    </div>
  );
}

const field =
  'mt-0.5 block min-h-9 w-full rounded-lg border border-edge bg-panel px-2 text-sm text-ink aria-invalid:border-danger-line pointer-coarse:min-h-11';
