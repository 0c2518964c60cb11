// Notes on asks that their person was called about them. A call may be about thousands, so they are written a few at a time.
import type { AskId, CallReceipt } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

type Note = (askId: AskId, call: Omit<CallReceipt, 'at'>) => void;

const atOnce = 50;
const everyMs = 100;
/** More than can wait: what is beyond it is in no ask, and its channel tells of it. */
const mostWaiting = 20_000;

export class CallReceipts {
  readonly #clock: Clock;
  readonly #note: Note;
  #waiting: Parameters<Note>[] = [];
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(clock: Clock, note: Note) {
    this.#clock = clock;
    this.#note = note;
  }

  add(askIds: readonly AskId[], call: Omit<CallReceipt, 'at'>): void {
    if (this.#isClosed) return;
    const room = mostWaiting - this.#waiting.length;
    for (const askId of askIds.slice(0, Math.max(0, room))) this.#waiting.push([askId, call]);
    if (!this.#cancel) this.#write();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#waiting = [];
  }

  #write(): void {
    for (const [askId, call] of this.#waiting.splice(0, atOnce)) this.#note(askId, call);
    this.#cancel = undefined;
    if (this.#waiting.length > 0) this.#cancel = this.#clock.after(everyMs, () => this.#write());
  }
}
