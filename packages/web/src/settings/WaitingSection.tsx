// How long an agent waits for an answer, and what comes then.
import type { SettingName, Settings, WhenUnanswered } from '@beckon/protocol';
import { useId } from 'react';
import { RadioCards } from '../elements/RadioCards.tsx';
import { NotSaved, SavedNote } from './SavedNote.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEditedSettings } from './useSettings.ts';

export function WaitingSection() {
  const { settings, saving } = useEditedSettings();
  if (!settings) return null;
  const { askLimitMinutes, whenUnanswered } = settings;
  const isGiven = (name: SettingName) => settings.givenAtStart?.[name] !== undefined;
  return (
    <SettingsSection
      title="Waiting"
      about="How long an agent waits for your answer with its process running. Holds for what is asked from now on."
      actions={<SavedNote saving={saving} />}
    >
      <MinutesSelect
        minutes={askLimitMinutes}
        isDisabled={isGiven('askLimitMinutes')}
        onChoose={(minutes) => void saving.run({ askLimitMinutes: minutes })}
      />
      <GivenNote settings={settings} name="askLimitMinutes" />
      {askLimitMinutes > 0 && (
        <RadioCards
          legend="What comes then"
          cards={outcomes}
          value={whenUnanswered}
          isDisabled={isGiven('whenUnanswered')}
          onChoose={(outcome) => void saving.run({ whenUnanswered: outcome })}
        />
      )}
      <GivenNote settings={settings} name="whenUnanswered" />
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}

interface MinutesSelectProps {
  minutes: number;
  isDisabled: boolean;
  onChoose: (minutes: number) => void;
}

function MinutesSelect({ minutes, isDisabled, onChoose }: MinutesSelectProps) {
  const id = useId();
  const offered = [...new Set([...usualMinutes, minutes])].filter((each) => each > 0).toSorted((a, b) => a - b);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        An agent waits for
      </label>
      <select
        id={id}
        value={minutes}
        disabled={isDisabled}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="min-h-10 rounded-lg border border-edge bg-panel px-3 text-sm disabled:text-muted pointer-coarse:min-h-11"
      >
        {[...offered, 0].map((each) => (
          <option key={each} value={each}>
            {minutesWords(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

const usualMinutes = [1, 5, 10, 30, 60, 240, 1440];

function minutesWords(minutes: number): string {
  if (minutes === 0) return 'As long as it takes';
  const hours = minutes / 60;
  if (hours < 1 || !Number.isInteger(hours)) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** What the command line has decided cannot be changed here, and this says how it can. */
function GivenNote({ settings, name }: { settings: Settings; name: SettingName }) {
  const words = settings.givenAtStart?.[name];
  if (words === undefined) return null;
  return (
    <p className="text-sm text-muted">
      Given at start: <code className="font-mono">{words}</code>. Start Beckon without it to choose here.
    </p>
  );
}

const outcomes: { value: WhenUnanswered; name: string; meaning: string }[] = [
  {
    value: 'park',
    name: 'Park it',
    meaning: 'Its process ends and costs nothing. The question stays, and your answer brings the agent back',
  },
  { value: 'deny', name: 'Deny it', meaning: 'The agent is told that nobody answered, and goes on without' },
];
