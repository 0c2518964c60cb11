// "Always allow" says exactly what it grants before it is granted, and lets its person change the rules. Of several things
// each is granted or left out by itself.
import { ruleProblem, suggestionText } from '@beckon/protocol';
import type { Approve, PermissionSuggestion } from '@beckon/protocol';
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { AskFoot, AskStep } from './docked.tsx';
import type { RuleDraft } from './RuleEditor.tsx';
import { RuleEditor } from './RuleEditor.tsx';

export interface RememberStepProps {
  suggestions: PermissionSuggestion[];
  /** Stands for what the card shows above, which may change: then it has to be seen anew. */
  shown: string;
  isBusy: boolean;
  /** With all that there is to grant, or with what was chosen of it, changed or not. */
  onApprove: (remember: NonNullable<Approve['remember']>) => void;
  onBack: () => void;
}

export function RememberStep({ suggestions, shown, isBusy, onApprove, onBack }: RememberStepProps) {
  const id = useId();
  const isChoice = suggestions.length > 1;
  const [chosen, setChosen] = useState<number[]>(isChoice ? [] : [0]);
  const [drafts, setDrafts] = useState<Record<number, RuleDraft>>({});
  const granted = chosen.toSorted((a, b) => a - b).map((place) => grantAt(place, suggestions, drafts));
  const hasProblem = granted.some((grant) => grant === undefined);
  const isUnchanged = !isChoice && typeof granted[0] === 'number';

  function toggle(place: number) {
    setChosen((before) => (before.includes(place) ? before.filter((each) => each !== place) : [...before, place]));
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isBusy) return;
    event.stopPropagation();
    onBack();
  }

  return (
    <AskStep onKeyDown={handleKey}>
      <p className="text-sm font-medium">
        This approves the call, and from now on{isChoice ? ', where you choose it' : ''}:
      </p>
      <ul className="space-y-2 text-sm">
        {suggestions.map((suggestion, place) => (
          <li key={place} className="break-words">
            <Choice
              id={isChoice ? `${id}-${place}` : undefined}
              isChosen={chosen.includes(place)}
              isDisabled={isBusy}
              onToggle={() => toggle(place)}
            >
              {suggestion.editable ? (
                <RuleEditor
                  labels={isChoice ? `${id}-${place}` : undefined}
                  editable={suggestion.editable}
                  draft={drafts[place] ?? suggestion.editable}
                  isDisabled={isBusy}
                  onChange={(draft) => setDrafts((before) => ({ ...before, [place]: draft }))}
                />
              ) : (
                <label htmlFor={isChoice ? `${id}-${place}` : undefined}>
                  <VisibleText text={suggestionText(suggestion)} />
                </label>
              )}
            </Choice>
          </li>
        ))}
      </ul>
      <AskFoot>
        <div className="flex flex-wrap gap-2">
          <Button autoFocus look="quiet" disabled={isBusy} onClick={onBack} className="order-last">
            Back
          </Button>
          <DecidingButton
            look="primary"
            meaning={shown}
            isBusy={isBusy}
            disabled={granted.length === 0 || hasProblem}
            onClick={() => onApprove(isUnchanged ? true : granted.filter((grant) => grant !== undefined))}
          >
            Approve and always allow
          </DecidingButton>
        </div>
      </AskFoot>
    </AskStep>
  );
}

type Grant = Extract<Approve['remember'], unknown[]>[number];

/** As it is offered, or as it was changed; undefined where it cannot be granted so. */
function grantAt(
  place: number,
  suggestions: readonly PermissionSuggestion[],
  drafts: Readonly<Record<number, RuleDraft>>,
): Grant | undefined {
  const editable = suggestions[place]?.editable;
  const draft = drafts[place];
  if (!editable || !draft) return place;
  const rule = draft.rule.trim();
  if (ruleProblem(editable.toolName, rule) !== undefined) return undefined;
  return rule === editable.rule && draft.place === editable.place ? place : { at: place, rule, place: draft.place };
}

interface ChoiceProps {
  /** Of its box, which its words name; absent where there is nothing to choose. */
  id: string | undefined;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Choice({ id, isChosen, isDisabled, onToggle, children }: ChoiceProps) {
  if (id === undefined) return children;
  return (
    <div className="flex min-h-8 items-start gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        id={id}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onToggle}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
