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

/** For whoever changes them: what was just chosen stands there while it is being saved. */
export function useEditedSettings(): { settings: Settings | undefined; saving: Saving } {
  const { transport, store } = useBeckon();
  const kept = useSettings();
  const [chosen, setChosen] = useState<UpdateSettings>();
  const [isSaved, setIsSaved] = useState(false);
  const action = useAction(async (change: UpdateSettings) => {
    setIsSaved(false);
    setChosen(change);
    try {
      const settings = await transport.updateSettings(change);
      // Every page is told of it, this one too; until then nothing is to jump back.
      store.setState(({ view }) => ({ view: { ...view, settings } }));
      setIsSaved(true);
    } finally {
      setChosen(undefined);
    }
  });
  return { settings: kept && { ...kept, ...(chosen as Partial<Settings>) }, saving: { ...action, isSaved } };
}
