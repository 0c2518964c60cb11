// Light or dark, on every device.
import type { Theme } from '@beckon/protocol';
import { RadioCards } from '../elements/RadioCards.tsx';
import { NotSaved, SavedNote } from './SavedNote.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEditedSettings } from './useSettings.ts';

export function ThemeSection() {
  const { settings, saving } = useEditedSettings();
  if (!settings) return null;
  return (
    <SettingsSection
      title="Appearance"
      about="How Beckon looks, terminals included."
      actions={<SavedNote saving={saving} />}
    >
      <RadioCards
        legend="Theme"
        cards={themes}
        value={settings.theme}
        onChoose={(theme) => void saving.run({ theme })}
      />
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}

const themes: { value: Theme; name: string; meaning: string }[] = [
  { value: 'system', name: 'System', meaning: 'As each device is set' },
  { value: 'light', name: 'Light', meaning: 'Light on every device' },
  { value: 'dark', name: 'Dark', meaning: 'Dark on every device' },
];
