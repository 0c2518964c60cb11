// What is kept for all devices, read when it is needed. Undefined until it is known.
import type { Settings } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export function useSettings(isNeeded = true): [Settings | undefined, (settings: Settings) => void] {
  const { transport } = useBeckon();
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    transport.getSettings().then(
      (read) => !isGone && setSettings(read),
      // Whoever needs it does without; what is wrong with the gateway is said elsewhere.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [transport, isNeeded]);
  return [settings, setSettings];
}
