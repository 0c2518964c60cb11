// What an agent writes would make the page render hundreds of times a second, and the steps of an answer three times while
// its agent needs the processor to go on. Both are gathered for a moment; everything else, and whatever was gathered before
// it, is passed on at once and in order.
import { isWithdrawn } from '@beckon/protocol';
import type { ReceivedEvent } from '@beckon/protocol';

const writingMs = 40;
/** Whoever has answered sees that at once, from the press itself; where it was somebody else, nobody waits for it. */
const stepsMs = 100;
/** Nobody acts on these, and the ends among them often come just before an ask, which must not wait until they are drawn. */
const writingTypes = new Set<ReceivedEvent['type']>([
  'message_start',
  'text_delta',
  'thinking_delta',
  'tool_call_start',
  'tool_call_delta',
  'tool_call_end',
  'tool_result',
  'skipped',
]);

export interface EventBatch {
  add(event: ReceivedEvent): void;
  close(): void;
}

export function createEventBatch(apply: (events: ReceivedEvent[]) => void): EventBatch {
  let gathered: ReceivedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function flush() {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    const events = gathered;
    gathered = [];
    if (events.length > 0) apply(events);
  }

  function flushWithin(delayMs: number) {
    const at = performance.now() + delayMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(flush, delayMs);
  }

  return {
    add(event) {
      gathered.push(event);
      const patienceMs = patienceWith(event);
      if (patienceMs === 0) flush();
      else flushWithin(patienceMs);
    },
    close: flush,
  };
}

/**
 * A new ask is to be seen at once, and one that nobody waits for any more is not to be pressed. In a hidden tab, whose
 * title counts what waits, a timer may come a minute late.
 */
function patienceWith(event: ReceivedEvent): number {
  if (writingTypes.has(event.type)) return writingMs;
  const isStep = event.type === 'ask_changed' && !isWithdrawn(event.data.ask);
  return isStep && document.visibilityState === 'visible' ? stepsMs : 0;
}
