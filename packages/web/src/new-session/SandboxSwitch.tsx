// Whether the commands of a session run in a sandbox; where that cannot be, why.
import type { SandboxSupport } from '@beckon/protocol';
import { useId } from 'react';

interface SandboxSwitchProps {
  support: SandboxSupport;
  isOn: boolean;
  /** What comes of it where it is wanted and cannot be. */
  otherwise?: string | undefined;
  onChange: (isOn: boolean) => void;
}

export function SandboxSwitch({ support, isOn, otherwise = '', onChange }: SandboxSwitchProps) {
  const id = useId();
  return (
    <div className="flex gap-3 rounded-lg border border-edge bg-panel p-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        checked={isOn}
        disabled={!support.isAvailable && !isOn}
        aria-describedby={`${id}-meaning`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="font-medium">
          Run its commands in a sandbox
        </label>
        <p id={`${id}-meaning`} className="text-muted">
          {support.isAvailable ? meaning : `Not possible here. ${support.reason ?? ''} ${otherwise}`}
        </p>
      </div>
    </div>
  );
}

const meaning = 'They write in the session’s folder alone, reach no network unasked, and never see Beckon’s own files.';
