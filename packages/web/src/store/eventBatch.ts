// What an agent writes would make the page render hundreds of times a second. It is gathered for a moment; everything else,
// and whatever was gathered before it, is passed on at once and in order.
import type { ReceivedEvent } from '@beckon/protocol';

const gatherMs = 40;
/** Nobody acts on these, and the ends among them often come just before an ask, which must not wait until they are drawn. */
const patientTypes = new Set<ReceivedEvent['type']>([
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
      if (patientTypes.has(event.type)) timer ??= setTimeout(flush, gatherMs);
      else flush();
    },
    close: flush,
  };
}
