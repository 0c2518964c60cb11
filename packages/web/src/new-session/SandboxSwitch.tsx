// Whether the commands of a session run in a sandbox; where that cannot be, why.
import type { SandboxSupport } from '@beckon/protocol';
import { Switch } from '../elements/Switch.tsx';

interface SandboxSwitchProps {
  support: SandboxSupport;
  isOn: boolean;
  /** What comes of it where it is wanted and cannot be. */
  otherwise?: string | undefined;
  onChange: (isOn: boolean) => void;
}

export function SandboxSwitch({ support, isOn, otherwise = '', onChange }: SandboxSwitchProps) {
  return (
    <Switch
      label="Run its commands in a sandbox"
      meaning={support.isAvailable ? meaning : `Not possible here. ${support.reason ?? ''} ${otherwise}`}
      isOn={isOn}
      isDisabled={!support.isAvailable && !isOn}
      onChange={onChange}
    />
  );
}

const meaning = 'They write in the session’s folder alone, reach no network unasked, and never see Beckon’s own files.';
