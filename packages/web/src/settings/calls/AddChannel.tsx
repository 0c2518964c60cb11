// A further way to be called: first which, then what it takes.
import type { ChannelConfig, CreateChannel } from '@beckon/protocol';
import { channelTypeNames, defaultOptions } from '@beckon/protocol';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../elements/Button.tsx';
import { ChannelForm } from './ChannelForm.tsx';
import type { FormType } from './channelForms.ts';
import { channelForms, formTypes } from './channelForms.ts';

export function AddChannel({ onCreate }: { onCreate: (channel: CreateChannel) => Promise<void> }) {
  const [type, setType] = useState<FormType>();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    setType(undefined);
  };
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button onClick={() => setIsOpen(true)}>
          <Plus aria-hidden className="size-4" /> Add a channel
        </Button>
        <p className="text-sm text-muted">ntfy, Telegram, Slack, e-mail, or a program of yours</p>
      </div>
    );
  }
  return (
    <div className="space-y-4 rounded-xl border border-line bg-panel p-4">
      <div>
        <p id={id} className="mb-1.5 text-sm font-medium">
          Call me by
        </p>
        <div role="group" aria-labelledby={id} className="flex flex-wrap gap-1.5">
          {formTypes.map((each) => (
            <Button
              key={each}
              aria-pressed={each === type}
              look={each === type ? 'primary' : 'secondary'}
              onClick={() => setType(each)}
            >
              {channelTypeNames[each]}
            </Button>
          ))}
          {type === undefined && (
            <Button look="quiet" onClick={close}>
              Cancel
            </Button>
          )}
        </div>
      </div>
      {type !== undefined && (
        <>
          <p className="text-sm text-pretty text-muted">{channelForms[type].about}</p>
          <ChannelForm
            key={type}
            type={type}
            initialOptions={usual(type)}
            submitLabel="Add"
            onSubmit={(content) => onCreate({ ...content, type } as CreateChannel)}
            onDone={close}
          />
        </>
      )}
    </div>
  );
}

function usual(type: FormType) {
  const { isOn: _, ...options } = defaultOptions({ type } as ChannelConfig);
  return options;
}
