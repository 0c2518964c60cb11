// How much the agent may do without asking, changeable while it runs.
import { PermissionMode, permissionModeLabels } from '@beckon/protocol';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';

export interface ModeSwitchProps {
  mode: PermissionMode;
  isBusy: boolean;
  onSwitch: (mode: PermissionMode) => void;
}

export function ModeSwitch({ mode, isBusy, onSwitch }: ModeSwitchProps) {
  return (
    <ChoiceSelect
      label="Permission mode"
      value={mode}
      options={PermissionMode.options.map((value) => ({ value, ...permissionModeLabels[value] }))}
      isBusy={isBusy}
      isDangerous={mode === 'bypassPermissions'}
      onChoose={(value) => onSwitch(PermissionMode.parse(value))}
    />
  );
}
