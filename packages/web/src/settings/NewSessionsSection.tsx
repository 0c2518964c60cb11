// What a new session starts with where nobody chooses otherwise: its mode, its model, and whether in a sandbox.
import type { DriverDescription, PermissionModeChoice, Settings } from '@beckon/protocol';
import { useId, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { RadioCards } from '../elements/RadioCards.tsx';
import { SandboxSwitch } from '../new-session/SandboxSwitch.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { NotSaved, SavedNote } from './SavedNote.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEditedSettings } from './useSettings.ts';

export function NewSessionsSection() {
  const drivers = useBeckonState((state) => state.about?.drivers) ?? [];
  const { settings, saving } = useEditedSettings();
  const [first] = drivers;
  if (!settings || !first) return null;
  const supports = drivers.flatMap(({ sandbox }) => sandbox ?? []);
  const support = supports.find(({ isAvailable }) => isAvailable) ?? supports[0];
  return (
    <SettingsSection
      title="New sessions"
      about="What they start with, unless you choose otherwise for one. “beckon claude” keeps to claude’s own mode and model."
      actions={<SavedNote saving={saving} />}
    >
      <RadioCards
        legend="How freely they may work"
        cards={modesFor(drivers, settings)}
        value={settings.permissionMode ?? first.defaultPermissionMode}
        onChoose={(permissionMode) => void saving.run({ permissionMode })}
      />
      <DangerNote drivers={drivers} />
      <ModelField
        model={settings.model}
        suggestions={[...new Set(drivers.flatMap(({ models }) => models.map(({ value }) => value)))]}
        onSave={(model) => saving.run({ model })}
      />
      {support && (
        <SandboxSwitch
          support={support}
          isOn={settings.sandbox}
          otherwise={settings.sandbox ? 'Until it works, a session starts only where you choose to go without it.' : ''}
          onChange={(sandbox) => void saving.run({ sandbox })}
        />
      )}
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}

/** Every mode that some driver has and that is not dangerous, and the one that is set, should no driver have it any more. */
function modesFor(drivers: readonly DriverDescription[], { permissionMode }: Settings): PermissionModeChoice[] {
  const described = new Map(
    drivers.flatMap(({ permissionModes }) => permissionModes).map((choice) => [choice.value, choice] as const),
  );
  const unknown = permissionMode !== null && !described.has(permissionMode) ? [permissionMode] : [];
  return [
    ...[...described.values()].filter(({ warning }) => warning === undefined),
    ...unknown.map((value) => ({ value, name: value, meaning: 'Nothing here has this mode: choose another' })),
  ];
}

function DangerNote({ drivers }: { drivers: readonly DriverDescription[] }) {
  const names = drivers.flatMap(({ permissionModes }) =>
    permissionModes.flatMap(({ name, warning }) => (warning === undefined ? [] : [name])),
  );
  if (names.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      “{[...new Set(names)].join('”, “')}” is dangerous: it is chosen for one session at a time, and never for all.
    </p>
  );
}

interface ModelFieldProps {
  model: string | null;
  suggestions: string[];
  /** Resolves with whether it worked. */
  onSave: (model: string | null) => Promise<boolean>;
}

function ModelField({ model, suggestions, onSave }: ModelFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? model ?? '';
  const name = shown.trim();
  const isChanged = name !== (model ?? '');

  async function save() {
    if (isChanged && (await onSave(name === '' ? null : name))) setTyped(undefined);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Model
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          list={`${id}-list`}
          value={shown}
          placeholder="The agent’s default"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          className="min-h-10 min-w-0 flex-1 basis-48 rounded-lg border border-edge bg-panel px-3 text-sm pointer-coarse:min-h-11"
        />
        <Button type="submit" whyNot={isChanged ? undefined : 'It is saved already'}>
          Save model
        </Button>
      </div>
      <datalist id={`${id}-list`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </form>
  );
}
