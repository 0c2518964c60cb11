// Sends what is typed, in order: one request at a time, each with all that was typed during the one before it.
import { BeckonError } from '@beckon/protocol';
import { joined } from './bytes.ts';

export interface TypingOptions {
  send: (bytes: Uint8Array) => Promise<void>;
  /** What was typed meanwhile is dropped: after a lost key the next one may mean something else. */
  onFailure: (error: BeckonError) => void;
}

/** In base64 this stays below what one request may carry. */
export const batchLimit = 600_000;

export function createTyping({ send, onFailure }: TypingOptions): (bytes: Uint8Array) => void {
  let waiting: Uint8Array = new Uint8Array(0);
  let isSending = false;

  async function sendAll() {
    isSending = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.subarray(0, batchLimit);
        waiting = waiting.slice(batchLimit);
        await send(batch);
      }
    } catch (thrown) {
      waiting = new Uint8Array(0);
      onFailure(BeckonError.from(thrown));
    } finally {
      isSending = false;
    }
  }

  return (bytes) => {
    waiting = joined([waiting, bytes]);
    if (!isSending) void sendAll();
  };
}
