// The ways in which its person is called, as they stand, and what can be done about them.
import type { Channel, ChannelTest, CreateChannel, UpdateChannel } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useBeckon } from '../../store/BeckonContext.tsx';

export interface ChannelsState {
  /** Undefined until they are there. */
  channels: Channel[] | undefined;
  /** Why they are not. */
  error: BeckonError | undefined;
  reload: () => Promise<void>;
  create: (channel: CreateChannel) => Promise<void>;
  update: (id: string, change: UpdateChannel) => Promise<void>;
  remove: (id: string) => Promise<void>;
  test: (id: string) => Promise<ChannelTest>;
}

export function useChannels(): ChannelsState {
  const { transport } = useBeckon();
  const [channels, setChannels] = useState<Channel[]>();
  const [error, setError] = useState<BeckonError>();
  const reload = useCallback(async () => {
    try {
      setChannels(await transport.listChannels());
      setError(undefined);
    } catch (thrown) {
      setError(BeckonError.from(thrown));
    }
  }, [transport]);
  useEffect(() => {
    void reload();
    // What was sent meanwhile, or changed on another device.
    const look = () => void (document.visibilityState === 'visible' && reload());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  return {
    channels,
    error,
    reload,
    async create(channel) {
      await transport.createChannel(channel);
      await reload();
    },
    async update(id, change) {
      await transport.updateChannel(id, change);
      await reload();
    },
    async remove(id) {
      await transport.removeChannel(id);
      await reload();
    },
    async test(id) {
      const tested = await transport.testChannel(id);
      await reload();
      return tested;
    },
  };
}
