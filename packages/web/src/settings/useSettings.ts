// What is kept for all devices, as it stands now, and changing it. The gateway tells every open page of a change.
import type { Settings, UpdateSettings } from '@beckon/protocol';
import { useState } from 'react';
import { type Action, useAction } from '../elements/useAction.ts';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';

/** Undefined until the gateway has told it. */
export function useSettings(): Settings | undefined {
  return useBeckonState(({ view }) => view.settings);
}

export interface Saving extends Action<[UpdateSettings]> {
  /** The last change that was made here is kept. */
  isSaved: boolean;
}

export function useSaveSettings(): Saving {
  const { transport } = useBeckon();
  const [isSaved, setIsSaved] = useState(false);
  const { run, ...action } = useAction(async (change: UpdateSettings) => {
    setIsSaved(false);
    await transport.updateSettings(change);
    setIsSaved(true);
  });
  return { ...action, run, isSaved };
}
