// How its person is called when something waits and nobody looks: on this browser, and by whatever else they use.
import { useCallback } from 'react';
import { Button } from '../../elements/Button.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { PushSection } from '../PushSection.tsx';
import { NotSaved, SavedNote } from '../SavedNote.tsx';
import { SettingsSection } from '../SettingsSection.tsx';
import { useEditedSettings } from '../useSettings.ts';
import { AddChannel } from './AddChannel.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import { QuietHoursFields } from './QuietHoursFields.tsx';
import { useChannels } from './useChannels.ts';

export function CallsSection() {
  const { settings, saving } = useEditedSettings();
  const state = useChannels();
  const { channels, error, reload } = state;
  const onPushChange = useCallback(() => void reload(), [reload]);
  return (
    <SettingsSection
      title="Calls"
      about="How Beckon reaches you while no page of it is before your eyes. With one open, you have five seconds to look first."
      actions={<SavedNote saving={saving} />}
    >
      <PushSection onChange={onPushChange} />
      {error && (
        <Problem>
          <p>The channels could not be read. {error.message}</p>
          <Button className="mt-2" onClick={() => void reload()}>
            Try again
          </Button>
        </Problem>
      )}
      {channels && channels.length > 0 && (
        <ul aria-label="Channels" className="divide-y divide-line rounded-xl border border-line bg-panel">
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} state={state} />
          ))}
        </ul>
      )}
      {channels && <AddChannel onCreate={state.create} />}
      {settings && <QuietHoursFields settings={settings} saving={saving} />}
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}
