// Presses on a page whose time a test owns, where everything stands still and in view.
import { act } from '@testing-library/react';
import type { Presses } from '../press/presses.ts';
import { createPresses } from '../press/presses.ts';

export function ownPresses(): { presses: Presses; pass: (ms: number) => Promise<void> } {
  let now = 0;
  let lookAround = () => undefined as void;
  const presses = createPresses({
    now: () => now,
    timeOf: () => now,
    placeOf: () => ({ x: 0, y: 0 }),
    keepLooking(look) {
      lookAround = look;
      return () => undefined;
    },
  });
  const pass = (ms: number) =>
    act(async () => {
      now += ms;
      lookAround();
    });
  return { presses, pass };
}
