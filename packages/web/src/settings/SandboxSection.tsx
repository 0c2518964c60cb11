// Whether new sessions run their commands in a sandbox, unless one says otherwise.
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { SandboxSwitch } from '../new-session/SandboxSwitch.tsx';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettings } from './useSettings.ts';

export function SandboxSection() {
  const { transport } = useBeckon();
  const drivers = useBeckonState((state) => state.about?.drivers) ?? [];
  const [settings, setSettings] = useSettings();
  const save = useAction(async (sandbox: boolean) => setSettings(await transport.updateSettings({ sandbox })));
  const supports = drivers.flatMap(({ sandbox }) => sandbox ?? []);
  const support = supports.find(({ isAvailable }) => isAvailable) ?? supports[0];
  if (!support || !settings) return null;
  return (
    <SettingsSection title="Sandbox" about="For new sessions, unless you choose otherwise for one.">
      {save.error && <Problem>{save.error.message}</Problem>}
      <SandboxSwitch
        support={support}
        isOn={settings.sandbox}
        otherwise={settings.sandbox ? 'Until it works, a session starts only where you choose to go without it.' : ''}
        onChange={(sandbox) => void save.run(sandbox)}
      />
    </SettingsSection>
  );
}
