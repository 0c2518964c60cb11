// A control that decides something, and whether it takes presses and keys yet. What was begun before does not count, nor
// does a key that is held down.
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject, SyntheticEvent } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';
import type { Watched, Watching } from './presses.ts';

export interface Arming<Control extends Element> {
  control: RefObject<Control | null>;
  isArmed: boolean;
  /** Where a press begins: the pointer or the key goes down. */
  begin: (event: SyntheticEvent) => void;
  /** Where it ends on a control that took no press. */
  forget: () => void;
  /** Where it ends: whether it counts. */
  counts: (event: SyntheticEvent) => boolean;
}

export interface ArmingOptions extends Pick<Watching, 'mayMove' | 'isRepeatable'> {
  /** What a press does, where that changes in place: then it has to be seen anew. */
  meaning?: string | undefined;
}

export function useArming<Control extends Element>(options: ArmingOptions = {}): Arming<Control> {
  const { meaning, mayMove, isRepeatable } = options;
  const { presses } = useBeckon();
  const control = useRef<Control>(null);
  const watched = useRef<Watched>(undefined);
  const hasBegunWell = useRef<boolean>(undefined);
  const [isArmed, setIsArmed] = useState(false);

  useLayoutEffect(() => {
    if (!control.current) return;
    const watch = presses.watch(control.current, { onChange: setIsArmed, mayMove, isRepeatable });
    watched.current = watch;
    hasBegunWell.current = undefined;
    return () => watch.stop();
  }, [presses, meaning, mayMove, isRepeatable]);

  const countsNow = ({ nativeEvent }: SyntheticEvent) => watched.current?.counts(nativeEvent) === true;

  return {
    control,
    isArmed,
    begin(event) {
      hasBegunWell.current = countsNow(event);
    },
    forget() {
      hasBegunWell.current = undefined;
    },
    counts(event) {
      // What helps people press, such as a screen reader, may press without having begun.
      const isWhole = hasBegunWell.current ?? true;
      hasBegunWell.current = undefined;
      return countsNow(event) && isWhole;
    },
  };
}
