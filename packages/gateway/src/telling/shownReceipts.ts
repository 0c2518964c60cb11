// Notes which devices an ask was sent to. Nobody waits for that: it is written down a little later, and not too much at once.
import type { AskId, Device } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../asks/ledger.ts';

export class ShownReceipts {
  readonly #clock: Clock;
  readonly #ledger: Pick<Ledger, 'reached'>;
  readonly #waiting: { askId: AskId; device: Device }[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ledger: Pick<Ledger, 'reached'>) {
    this.#clock = clock;
    this.#ledger = ledger;
  }

  add(askIds: readonly AskId[], device: Device): void {
    for (const askId of askIds) this.#waiting.push({ askId, device });
    this.#schedule();
  }

  close(): void {
    this.#cancel?.();
    this.#waiting.length = 0;
  }

  #schedule(): void {
    if (this.#waiting.length === 0) return;
    this.#cancel ??= this.#clock.after(DELAY_MS, () => {
      this.#cancel = undefined;
      for (const { askId, device } of this.#waiting.splice(0, AT_ONCE)) this.#ledger.reached(askId, 'shown', device);
      this.#schedule();
    });
  }
}

const DELAY_MS = 200;
const AT_ONCE = 100;
