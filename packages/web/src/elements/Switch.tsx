// Something that is on or off, with a line on what that means.
import { useId } from 'react';

export interface SwitchProps {
  label: string;
  meaning: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, meaning, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex gap-3 rounded-lg border border-edge bg-panel p-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={`${id}-meaning`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-meaning`} className="text-muted">
          {meaning}
        </p>
      </div>
    </div>
  );
}
