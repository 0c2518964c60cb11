// The browsers and phones that are signed in: which one this is, what each is called, and how to part with it.
import type { SignedInDevice } from '@beckon/protocol';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useAction } from '../elements/useAction.ts';
import { PairPhone } from '../pairing/PairPhone.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import type { DevicesState } from './useDevices.ts';
import { useDevices } from './useDevices.ts';

export function DevicesSection() {
  const state = useDevices();
  const { devices, error, isLoading } = state;
  return (
    <SettingsSection
      title="Devices"
      about="Each can read your sessions and answer your agents. One that is removed is signed out at once."
      actions={
        devices && (
          <div className="flex flex-wrap gap-2">
            <PairPhone onPaired={() => void state.reload()} />
            <RemoveOthers devices={devices} onRemove={state.removeOthers} />
          </div>
        )
      }
    >
      {error && (
        <Problem>
          <p>The devices could not be read. {error.message}</p>
          <Button className="mt-2" isBusy={isLoading} onClick={() => void state.reload()}>
            Try again
          </Button>
        </Problem>
      )}
      {!devices && !error && <Loading />}
      {devices && <DeviceList devices={devices} state={state} />}
    </SettingsSection>
  );
}

function DeviceList({ devices, state }: { devices: SignedInDevice[]; state: DevicesState }) {
  if (devices.length === 0) {
    return <p className="text-sm text-muted">No device is signed in. Programs with the API token are not listed.</p>;
  }
  return (
    <ul aria-label="Devices" className="divide-y divide-line rounded-xl border border-line bg-panel">
      {thisOneFirst(devices).map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          onRename={(name) => state.rename(device.id, name)}
          onRemove={() => state.remove(device.id)}
        />
      ))}
    </ul>
  );
}

function thisOneFirst(devices: SignedInDevice[]): SignedInDevice[] {
  return devices.toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
}

function RemoveOthers({ devices, onRemove }: { devices: SignedInDevice[]; onRemove: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning, error } = useAction(onRemove);
  const count = devices.filter(({ current }) => !current).length;
  if (count === 0) return undefined;
  return (
    <>
      <Button look="dangerQuiet" onClick={() => setIsAsking(true)}>
        Remove all others
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={count === 1 ? 'Remove the other device?' : `Remove ${count} other devices?`}
          confirmLabel="Remove"
          isBusy={isRunning}
          error={error}
          onConfirm={() => void run().then((isDone) => isDone && setIsAsking(false))}
          onCancel={() => setIsAsking(false)}
        >
          {count === 1 ? 'It is' : 'They are'} signed out at once. A new link signs {count === 1 ? 'it' : 'one'} in
          again.
        </ConfirmDialog>
      )}
    </>
  );
}

function Loading() {
  return (
    <p className="flex animate-late items-center gap-2 py-6 text-sm text-muted">
      <Spinner /> Loading…
    </p>
  );
}
