// One device: what it is called, when and from where it was last seen, and what can be done with it.
import type { SignedInDevice } from '@beckon/protocol';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { RemoveButton } from './RemoveButton.tsx';

export interface DeviceRowProps {
  device: SignedInDevice;
  onRename: (name: string) => Promise<void>;
  onRemove: () => Promise<void>;
}

export function DeviceRow({ device, onRename, onRemove }: DeviceRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-3 text-sm">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        {isRenaming ? (
          <RenameForm name={device.name} onRename={onRename} onDone={() => setIsRenaming(false)} />
        ) : (
          <p className="font-medium break-words">
            <VisibleText text={device.name} />
            {device.current && (
              <span className="ml-2 rounded-full bg-raised px-2 py-0.5 text-xs font-normal whitespace-nowrap text-muted">
                This device
              </span>
            )}
          </p>
        )}
        <Details device={device} />
      </div>
      {!isRenaming && (
        <div className="flex shrink-0 gap-1 max-sm:w-full max-sm:pl-4">
          <Button look="quiet" aria-label={`Rename ${device.name}`} onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          <Remove device={device} onRemove={onRemove} />
        </div>
      )}
    </li>
  );
}

function Details({ device }: { device: SignedInDevice }) {
  const { name, program, address, lastSeenAt, createdAt, current, isHere = false } = device;
  const what = program === undefined || program === name ? '' : `${program} · `;
  return (
    <p className="mt-0.5 text-xs break-words text-muted">
      {what}
      {current ? (
        'In use now'
      ) : isHere ? (
        'Here now'
      ) : (
        <>
          Last seen <RelativeTime at={lastSeenAt} />
        </>
      )}
      {address !== undefined && ` from ${address}`} · Signed in <RelativeTime at={createdAt} />
    </p>
  );
}

interface RenameFormProps {
  name: string;
  onRename: (name: string) => Promise<void>;
  onDone: () => void;
}

/** Enter saves, Escape leaves the name as it was. */
function RenameForm({ name, onRename, onDone }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const { run, isRunning, error } = useAction(onRename);
  const wanted = typed.trim();
  async function save() {
    if (wanted === name || (await run(wanted))) onDone();
  }
  return (
    <form
      className="mb-1 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex flex-wrap gap-2">
        <input
          autoFocus
          aria-label="Name"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
          className="min-h-9 min-w-0 flex-1 basis-40 rounded-md border border-edge bg-panel px-2 pointer-coarse:min-h-11"
        />
        <Button type="submit" look="primary" isBusy={isRunning} disabled={wanted === ''}>
          Save
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {error && <Problem>{error.message}</Problem>}
    </form>
  );
}

function Remove({ device: { name, current }, onRemove }: { device: SignedInDevice; onRemove: () => Promise<void> }) {
  return (
    <RemoveButton name={name} title={current ? 'Remove this device?' : `Remove ${name}?`} onRemove={onRemove}>
      {current
        ? 'It is the one that you hold: you are signed out here, and need a new link to sign in again.'
        : 'It is signed out at once. A new link signs it in again.'}
    </RemoveButton>
  );
}
