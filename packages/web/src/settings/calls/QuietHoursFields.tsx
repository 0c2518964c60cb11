// When nobody is called, and whether what nobody has seen is called for again.
import type { Settings } from '@beckon/protocol';
import { useId, useState } from 'react';
import { Switch } from '../../elements/Switch.tsx';
import type { Saving } from '../useSettings.ts';

export interface QuietHoursFieldsProps {
  settings: Settings;
  saving: Saving;
}

const usual = { from: '22:00', to: '07:00' };

export function QuietHoursFields({ settings: { quietHours, callReminders }, saving }: QuietHoursFieldsProps) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = quietHours?.timeZone ?? timeZone;
  const save = (times: { from: string; to: string } | null) =>
    void saving.run({ quietHours: times && { from: times.from, to: times.to, timeZone } });
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <div className="space-y-2">
        <Switch
          label="Quiet hours"
          meaning="What comes meanwhile is held back, and called for as one when they are over."
          isOn={quietHours !== null}
          onChange={(isOn) => save(isOn ? usual : null)}
        />
        {quietHours && (
          <div className="flex flex-wrap items-end gap-3 px-1">
            <TimeField label="From" time={quietHours.from} onChange={(from) => save({ ...quietHours, from })} />
            <TimeField label="To" time={quietHours.to} onChange={(to) => save({ ...quietHours, to })} />
            <p className="pb-2 text-xs text-muted">{zone.replaceAll('_', ' ')}</p>
          </div>
        )}
      </div>
      <Switch
        label="Reminders"
        meaning="After 5 and 30 minutes, where nobody has seen what an agent asks."
        isOn={callReminders}
        onChange={(isOn) => void saving.run({ callReminders: isOn })}
      />
    </div>
  );
}

function TimeField({ label, time, onChange }: { label: string; time: string; onChange: (time: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        type="time"
        required
        value={typed ?? time}
        onChange={(event) => setTyped(event.target.value)}
        // While it is being typed it is no time that anyone means.
        onBlur={() => {
          if (typed !== undefined && typed !== '' && typed !== time) onChange(typed);
          setTyped(undefined);
        }}
        className="min-h-10 rounded-lg border border-edge bg-panel px-3 text-sm pointer-coarse:min-h-11"
      />
    </div>
  );
}
