// The devices that are signed in, as far as this page has read them, and what can be done with them.
import type { SignedInDevice } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export interface DevicesState {
  /** Absent until they have come. */
  devices: SignedInDevice[] | undefined;
  isLoading: boolean;
  error: BeckonError | undefined;
  reload: () => Promise<void>;
  rename: (id: string, name: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  removeOthers: () => Promise<void>;
}

export function useDevices(): DevicesState {
  const { transport } = useBeckon();
  const [devices, setDevices] = useState<SignedInDevice[]>();
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<BeckonError>();
  // Only the latest reading counts.
  const wish = useRef(0);

  const reload = useCallback(async () => {
    const own = (wish.current += 1);
    setIsLoading(true);
    setError(undefined);
    try {
      const list = await transport.listDevices();
      if (own === wish.current) setDevices(list);
    } catch (thrown) {
      if (own === wish.current) setError(BeckonError.from(thrown));
    }
    if (own === wish.current) setIsLoading(false);
  }, [transport]);

  useEffect(() => {
    void reload();
    return () => void (wish.current += 1);
  }, [reload]);

  return {
    devices,
    isLoading,
    error,
    reload,
    async rename(id, name) {
      const renamed = await transport.renameDevice(id, { name });
      setDevices((list) => list?.map((device) => (device.id === id ? renamed : device)));
    },
    async remove(id) {
      await transport.removeDevice(id);
      setDevices((list) => list?.filter((device) => device.id !== id));
    },
    async removeOthers() {
      await transport.removeOtherDevices();
      setDevices((list) => list?.filter(({ current }) => current));
    },
  };
}
