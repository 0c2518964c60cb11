// Something that a press sets off and that takes a while: runs once at a time and keeps why it failed.
import { BeckonError } from '@beckon/protocol';
import { useRef, useState } from 'react';

export interface Action<Input extends unknown[]> {
  /** Resolves with whether it worked; never rejects. */
  run: (...input: Input) => Promise<boolean>;
  isRunning: boolean;
  error: BeckonError | undefined;
}

export function useAction<Input extends unknown[]>(perform: (...input: Input) => Promise<unknown>): Action<Input> {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<BeckonError>();
  // State is a render behind; a second click of a double click would not see it.
  const running = useRef(false);

  async function run(...input: Input): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setIsRunning(true);
    setError(undefined);
    try {
      await perform(...input);
      return true;
    } catch (thrown) {
      setError(BeckonError.from(thrown));
      return false;
    } finally {
      running.current = false;
      setIsRunning(false);
    }
  }

  return { run, isRunning, error };
}
