// What an agent writes in one go reaches the gateway in one piece of its output, cut into many small deltas. Told one by one,
// each would be kept, numbered, encoded and drawn; so those of one piece that go on with each other are told as one. No word
// is held up: nothing is sent to clients before that piece has been read.
import type { AgentEvent } from '../driver.ts';

export class GatheredDeltas {
  readonly #emit: (event: AgentEvent) => void;
  #pending: AgentEvent | undefined;
  #isTellingDue = false;

  constructor(emit: (event: AgentEvent) => void) {
    this.#emit = emit;
  }

  /** Told in order: whatever is no delta comes after all deltas before it. */
  add(event: AgentEvent): void {
    const joined = this.#pending && joinedDeltas(this.#pending, event);
    if (joined) {
      this.#pending = joined;
      return;
    }
    this.tell();
    if (!isDelta(event)) return this.#emit(event);
    this.#pending = event;
    if (this.#isTellingDue) return;
    this.#isTellingDue = true;
    setImmediate(() => {
      this.#isTellingDue = false;
      this.tell();
    });
  }

  /** What has been gathered so far. */
  tell(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) this.#emit(pending);
  }
}

function isDelta({ type }: AgentEvent): boolean {
  return type === 'text_delta' || type === 'thinking_delta' || type === 'tool_call_delta';
}

/** Undefined where the second does not go on with the first. */
function joinedDeltas(first: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  if (first.type === 'tool_call_delta' && next.type === 'tool_call_delta') {
    if (first.data.toolCallId !== next.data.toolCallId) return undefined;
    return { ...first, data: { ...first.data, inputText: first.data.inputText + next.data.inputText } };
  }
  const isText = first.type === 'text_delta' || first.type === 'thinking_delta';
  if (!isText || first.type !== next.type || first.data.messageId !== next.data.messageId) return undefined;
  return { ...first, data: { ...first.data, text: first.data.text + next.data.text } };
}
