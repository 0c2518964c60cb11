// Streams of small deltas would make the page render hundreds of times a second. They are gathered for a moment;
// everything else, and whatever was gathered before it, is passed on at once and in order.
import type { ReceivedEvent } from '@beckon/protocol';

const gatherMs = 40;
const deltaTypes = new Set<ReceivedEvent['type']>(['text_delta', 'thinking_delta', 'tool_call_delta', 'skipped']);

export interface EventBatch {
  add(event: ReceivedEvent): void;
  close(): void;
}

export function createEventBatch(apply: (events: ReceivedEvent[]) => void): EventBatch {
  let gathered: ReceivedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const events = gathered;
    gathered = [];
    if (events.length > 0) apply(events);
  }

  return {
    add(event) {
      gathered.push(event);
      if (deltaTypes.has(event.type)) timer ??= setTimeout(flush, gatherMs);
      else flush();
    },
    close: flush,
  };
}
