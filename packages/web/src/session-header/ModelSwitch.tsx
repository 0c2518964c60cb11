// Which model the agent runs on: one that it offers, or any other by name.
import type { Session } from '@beckon/protocol';
import { useState } from 'react';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';

export interface ModelSwitchProps {
  session: Session;
  isBusy: boolean;
  /** `null` goes back to the agent's own default. */
  onSwitch: (model: string | null) => void;
}

const agentDefault = { value: '', name: 'Default model' };
const another = { value: '…', name: 'Another model…' };

export function ModelSwitch({ session: { model, models }, isBusy, onSwitch }: ModelSwitchProps) {
  const [isNaming, setIsNaming] = useState(false);
  if (isNaming) return <ModelName onDone={name} onCancel={() => setIsNaming(false)} />;

  function name(typed: string) {
    setIsNaming(false);
    if (typed.trim() !== '') onSwitch(typed.trim());
  }

  const offered = models.map(({ value, name: label, description }) => ({ value, name: label, meaning: description }));
  const unlisted =
    model !== undefined && !models.some(({ value }) => value === model) ? [{ value: model, name: model }] : [];
  return (
    <ChoiceSelect
      label="Model"
      value={model ?? agentDefault.value}
      options={[agentDefault, ...unlisted, ...offered, another]}
      isBusy={isBusy}
      onChoose={(value) => (value === another.value ? setIsNaming(true) : onSwitch(value === '' ? null : value))}
    />
  );
}

function ModelName({ onDone, onCancel }: { onDone: (name: string) => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone(typed);
      }}
    >
      <input
        autoFocus
        aria-label="Name of the model"
        placeholder="Name, then Enter"
        value={typed}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        onBlur={onCancel}
        className="min-h-8 w-36 rounded-lg border border-edge bg-panel px-2 text-xs pointer-coarse:min-h-11"
      />
    </form>
  );
}
