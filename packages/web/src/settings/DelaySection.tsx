// How long an answer can be taken back before it goes on its way.
import { AnswerDelay } from '@beckon/protocol';
import { RadioCards } from '../elements/RadioCards.tsx';
import { NotSaved, SavedNote } from './SavedNote.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEditedSettings } from './useSettings.ts';

export function DelaySection() {
  const { settings, saving } = useEditedSettings();
  if (!settings) return null;
  return (
    <SettingsSection
      title="Second thoughts"
      about="A moment in which an answer, given on any device, can be taken back on any device. What is answered in a terminal, or by a rule, is not delayed."
      actions={<SavedNote saving={saving} />}
    >
      <RadioCards
        legend="An answer goes to the agent"
        cards={cards}
        value={String(settings.answerDelaySeconds)}
        onChoose={(value) => void saving.run({ answerDelaySeconds: AnswerDelay.parse(Number(value)) })}
      />
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}

const cards = [...AnswerDelay.values].map((seconds) =>
  seconds === 0
    ? { value: '0', name: 'At once', meaning: 'What you press, counts' }
    : { value: String(seconds), name: `After ${seconds} seconds`, meaning: 'Until then the card offers “Take back”' },
);
