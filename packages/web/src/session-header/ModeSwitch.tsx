// How much the agent may do without asking, changeable while it runs.
import type { PermissionMode, PermissionModeChoice } from '@beckon/protocol';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';

export interface ModeSwitchProps {
  mode: PermissionModeChoice;
  /** Those that the session's driver describes. */
  modes: PermissionModeChoice[];
  isBusy: boolean;
  onSwitch: (mode: PermissionMode) => void;
}

export function ModeSwitch({ mode, modes, isBusy, onSwitch }: ModeSwitchProps) {
  const isDescribed = modes.some(({ value }) => value === mode.value);
  return (
    <ChoiceSelect
      label="Permission mode"
      value={mode.value}
      options={isDescribed ? modes : [mode, ...modes]}
      isBusy={isBusy}
      isDangerous={mode.warning !== undefined}
      onChoose={onSwitch}
    />
  );
}
