// Which presses count, by a clock and a screen that the test moves.
import { describe, expect, it } from 'vitest';
import { createPresses } from './presses.ts';
import type { Watching } from './presses.ts';
import type { Place } from './sight.ts';

const press = new Event('click');

function stage() {
  const screen = {
    now: 1000,
    pressedAt: undefined as number | undefined,
    place: { x: 10, y: 10 } as Place | undefined,
  };
  let lookAround: (() => void) | undefined;
  const presses = createPresses({
    now: () => screen.now,
    timeOf: () => screen.pressedAt ?? screen.now,
    placeOf: () => screen.place,
    keepLooking(look) {
      lookAround = look;
      return () => (lookAround = undefined);
    },
  });
  return {
    screen,
    presses,
    isLooking: () => lookAround !== undefined,
    pass(ms: number) {
      screen.now += ms;
      lookAround?.();
    },
    watch(options: Omit<Watching, 'onChange'> = {}) {
      const shown: boolean[] = [];
      const watched = presses.watch(document.createElement('button'), {
        ...options,
        onChange: (isArmed) => shown.push(isArmed),
      });
      return { shown, counts: () => watched.counts(press), stop: watched.stop };
    },
  };
}

describe('[L13] a press', () => {
  it('counts once its control has been in view and still for 700 ms, and the control shows it', () => {
    const { watch, pass } = stage();
    const { counts, shown } = watch();
    expect([counts(), shown]).toEqual([false, [false]]);
    pass(699);
    expect([counts(), shown]).toEqual([false, [false]]);
    pass(1);
    expect([counts(), shown]).toEqual([true, [false, true]]);
  });

  it('does not count before the control has shown that it would', () => {
    const { watch, screen } = stage();
    const { counts } = watch();
    screen.now += 5000;
    expect(counts()).toBe(false);
    expect(counts()).toBe(true);
  });

  it('does not count on a control that has moved since, though nobody had looked in between', () => {
    const { watch, pass, screen } = stage();
    const { counts, shown } = watch();
    pass(800);
    screen.place = { x: 10, y: 60 };
    expect([counts(), shown.at(-1)]).toEqual([false, false]);
    pass(700);
    expect(counts()).toBe(true);
  });

  it('counts through the small slide with which a card arrives, but not through a drift', () => {
    const { watch, pass, screen } = stage();
    const { counts } = watch();
    screen.place = { x: 10, y: 14 };
    pass(700);
    expect(counts()).toBe(true);
    screen.place = { x: 10, y: 17 };
    expect(counts()).toBe(true);
    screen.place = { x: 10, y: 20 };
    expect(counts()).toBe(false);
  });

  it('does not count on what is out of view, covered, or in a tab that has just come to the front', () => {
    const { watch, pass, screen } = stage();
    const { counts } = watch();
    pass(800);
    const place = screen.place;
    screen.place = undefined;
    pass(5000);
    expect(counts()).toBe(false);
    screen.place = place;
    pass(100);
    expect(counts()).toBe(false);
    pass(700);
    expect(counts()).toBe(true);
  });

  it('does not count within 700 ms of an answer from this tab, whichever card that was for', () => {
    const { watch, pass, presses } = stage();
    const { counts, shown } = watch();
    pass(5000);
    presses.noteAnswer();
    expect([counts(), shown.at(-1)]).toEqual([false, false]);
    pass(699);
    expect(counts()).toBe(false);
    pass(1);
    expect(counts()).toBe(true);
  });

  it('counts by when it was made, which on a busy page is earlier than when it is heard of', () => {
    const { watch, pass, screen } = stage();
    const { counts } = watch();
    pass(700);
    screen.pressedAt = 1699;
    expect(counts()).toBe(false);
    screen.pressedAt = 1700;
    expect(counts()).toBe(true);
  });

  it('counts wherever a field has gone that one types into, and in a row on keys that are meant for that', () => {
    const { watch, pass, presses, screen } = stage();
    const field = watch({ mayMove: true });
    const arrow = watch({ isRepeatable: true });
    pass(700);
    presses.noteAnswer();
    expect(arrow.counts()).toBe(true);
    screen.place = { x: 10, y: 90 };
    pass(700);
    expect([field.counts(), arrow.counts()]).toEqual([true, false]);
  });
});

it('looks only for as long as there is something to look at', () => {
  const { watch, isLooking } = stage();
  const [first, second] = [watch(), watch()];
  first.stop();
  expect(isLooking()).toBe(true);
  second.stop();
  expect(isLooking()).toBe(false);
});
