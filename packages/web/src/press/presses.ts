// Which presses count (L13): those on a control that has been in view and still for a moment, and not right after an answer
// from this tab, which may have put something else under the finger. One for the whole page.
import { pageEyes } from './pageEyes.ts';
import type { Place, Sight } from './sight.ts';
import { isSettled, look, settleMs } from './sight.ts';

/** How the page is looked at. */
export interface Eyes {
  now: () => number;
  /** When its person did that, which on a busy page is earlier than now. */
  timeOf: (event: Event) => number;
  /** Undefined where it cannot be seen. */
  placeOf: (control: Element) => Place | undefined;
  /** Has `lookAround` called every now and then, until the returned function is called. */
  keepLooking: (lookAround: () => void) => () => void;
}

export interface Watching {
  /** Told at once, and with every change. */
  onChange: (isArmed: boolean) => void;
  /** Where it is on the screen says nothing, as for a field that one types into. */
  mayMove?: boolean | undefined;
  /** Pressed several times in a row on purpose, and so not held up by an answer. */
  isRepeatable?: boolean | undefined;
}

export interface Watched {
  /** Whether what was done to the control just then counts. Looks once more: it may have moved since the last look. */
  counts: (event: Event) => boolean;
  stop: () => void;
}

export interface Presses {
  watch: (control: Element, watching: Watching) => Watched;
  /** An answer has been given from this tab: nothing else is meant by what is pressed in the same moment. */
  noteAnswer: () => void;
}

export function createPresses(eyes: Eyes = pageEyes, waitMs = settleMs): Presses {
  const all = new Set<Control>();
  let lastAnswerAt = -Infinity;
  let stopLooking: (() => void) | undefined;

  function lookAt(control: Control) {
    const { element, watching } = control;
    const place = eyes.placeOf(element);
    control.sight = look(control.sight, watching.mayMove ? place && anywhere : place, eyes.now());
    const isArmed = isReady(control, eyes.now());
    if (isArmed === control.isArmed) return;
    control.isArmed = isArmed;
    watching.onChange(isArmed);
  }

  function isReady({ sight, watching }: Control, at: number): boolean {
    const isAfterAnswer = !watching.isRepeatable && at - lastAnswerAt < waitMs;
    return sight !== undefined && isSettled(sight, waitMs, at) && !isAfterAnswer;
  }

  const lookAround = () => all.forEach(lookAt);

  return {
    watch(element, watching) {
      const control: Control = { element, watching };
      all.add(control);
      stopLooking ??= eyes.keepLooking(lookAround);
      lookAt(control);
      return {
        counts(event) {
          // What is not shown as ready is not, though it may have become so since the last look.
          const wasArmed = control.isArmed === true;
          lookAt(control);
          return wasArmed && isReady(control, eyes.timeOf(event));
        },
        stop() {
          all.delete(control);
          if (all.size > 0) return;
          stopLooking?.();
          stopLooking = undefined;
        },
      };
    },
    noteAnswer() {
      lastAnswerAt = eyes.now();
      lookAround();
    },
  };
}

interface Control {
  element: Element;
  watching: Watching;
  sight?: Sight;
  isArmed?: boolean;
}

const anywhere: Place = { x: 0, y: 0 };
