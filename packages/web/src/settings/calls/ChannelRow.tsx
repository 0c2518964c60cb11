// One channel: whether it is on, what came of the last call, and what can be done with it.
import type { Channel, ChannelTest } from '@beckon/protocol';
import { channelTypeNames } from '@beckon/protocol';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/Button.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { useAction } from '../../elements/useAction.ts';
import { RelativeTime } from '../../text/RelativeTime.tsx';
import { VisibleText } from '../../text/VisibleText.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { ChannelForm } from './ChannelForm.tsx';
import type { ChannelsState } from './useChannels.ts';

export interface ChannelRowProps {
  channel: Channel;
  state: Pick<ChannelsState, 'update' | 'remove' | 'test'>;
}

export function ChannelRow({ channel, state }: ChannelRowProps) {
  const { id, name, isOn } = channel;
  const [isEditing, setIsEditing] = useState(false);
  const [tested, setTested] = useState<ChannelTest>();
  const test = useAction(async () => {
    setTested(undefined);
    setTested(await state.test(id));
  });
  const turn = useAction(() => state.update(id, { isOn: !isOn }));
  const Icon = isOn ? BellRing : BellOff;
  return (
    <li className="space-y-3 px-3 py-3 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium break-words">
            <VisibleText text={name} />
          </p>
          <Details channel={channel} isTested={tested !== undefined} />
        </div>
        <div className="flex flex-wrap gap-1 max-sm:w-full max-sm:pl-4">
          <Button aria-label={`Send a test to ${name}`} isBusy={test.isRunning} onClick={() => void test.run()}>
            Test
          </Button>
          <Button
            look="quiet"
            aria-label={`Change ${name}`}
            aria-expanded={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          >
            Change
          </Button>
          <Button
            look="quiet"
            aria-label={`Switch ${isOn ? 'off' : 'on'} ${name}`}
            isBusy={turn.isRunning}
            onClick={() => void turn.run()}
          >
            {isOn ? 'Switch off' : 'Switch on'}
          </Button>
          <RemoveButton name={name} title={`Remove ${name}?`} onRemove={() => state.remove(id)}>
            Nothing more is sent through it, and its secrets are forgotten.
          </RemoveButton>
        </div>
      </div>
      {channel.offBecause !== undefined && (
        <Problem>
          Beckon has switched it off: <VisibleText text={channel.offBecause} />
        </Problem>
      )}
      {tested && <Tested test={tested} />}
      {(test.error ?? turn.error) && <Problem>{(test.error ?? turn.error)?.message}</Problem>}
      {isEditing && (
        <div className="border-t border-line pt-3">
          <ChannelForm
            type={channel.type}
            channel={channel}
            initialOptions={channel}
            submitLabel="Save"
            onSubmit={(content) => state.update(id, pickedFor(channel, content))}
            onDone={() => setIsEditing(false)}
          />
        </div>
      )}
    </li>
  );
}

/** The form begins with the whole channel; only what can be changed goes back. */
function pickedFor(channel: Channel, content: Record<string, unknown>): Record<string, unknown> {
  const kept = new Set(['id', 'type', 'has', 'createdAt', 'last', 'offBecause', 'isOn']);
  if (channel.type === 'push') kept.add('deviceId');
  return Object.fromEntries(Object.entries(content).filter(([name]) => !kept.has(name)));
}

function Tested({ test: { ok, detail } }: { test: ChannelTest }) {
  return (
    <p role="status" className={ok ? 'text-done' : 'text-danger'}>
      {ok ? 'The test was sent. ' : 'The test was not sent. '}
      <VisibleText text={detail} />
    </p>
  );
}

/** What a test came to is said once, below. */
function Details({ channel, isTested }: { channel: Channel; isTested: boolean }) {
  const { name, type, isOn, isBackup, last } = channel;
  const target = targetOf(channel);
  const typeName = channelTypeNames[type];
  const what = [
    ...(typeName === name ? [] : [typeName]),
    ...(target === undefined ? [] : [target]),
    ...(isOn ? [] : ['Off']),
    ...(isBackup ? ['Only after half an hour'] : []),
    ...(last === undefined && !isTested ? ['Nothing was sent yet'] : []),
  ].join(' · ');
  return (
    <p className="mt-0.5 text-xs break-words text-muted">
      <VisibleText text={what} />
      {last !== undefined && !isTested && (
        <span className={last.ok ? '' : 'text-danger'}>
          {what !== '' && ' · '}
          {last.ok ? 'Last sent' : 'Failed'} <RelativeTime at={last.at} />: <VisibleText text={last.detail} />
        </span>
      )}
    </p>
  );
}

/** Where it leads, by which two of one type are told apart; never a secret. */
function targetOf(channel: Channel): string | undefined {
  switch (channel.type) {
    case 'webhook':
      return hostOf(channel.url);
    case 'ntfy':
      return `${channel.topic} on ${hostOf(channel.server)}`;
    case 'telegram':
      return channel.chat;
    case 'email':
      return channel.to;
    default:
      return undefined;
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
