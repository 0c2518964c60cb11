// Notes which devices an ask was sent to, as whoever sends events tells it. Nobody waits for that: it is written down a
// little later, not too much at once, and once however often a device comes and goes meanwhile.
import type { AskId, Device, GatewayEvent } from '@beckon/protocol';
import { announcesAsk, isAskEvent } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../asks/ledger.ts';

export class ShownReceipts {
  readonly #clock: Clock;
  readonly #ledger: Pick<Ledger, 'noteReceipt'>;
  readonly #waiting = new Map<string, { askId: AskId; device: Device }>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ledger: Pick<Ledger, 'noteReceipt'>) {
    this.#clock = clock;
    this.#ledger = ledger;
  }

  /** These events have been sent to a client on that device. */
  sent(events: readonly GatewayEvent[], device: Device): void {
    for (const askId of events.flatMap(asksShownBy)) {
      if (this.#waiting.size >= MOST_WAITING) break;
      this.#waiting.set(`${askId} ${device.id}`, { askId, device });
    }
    this.#schedule();
  }

  close(): void {
    this.#cancel?.();
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#waiting.size === 0) return;
    this.#cancel ??= this.#clock.after(DELAY_MS, () => {
      this.#cancel = undefined;
      for (const [key, { askId, device }] of firstOf(this.#waiting, AT_ONCE)) {
        this.#waiting.delete(key);
        this.#ledger.noteReceipt(askId, 'shown', device);
      }
      this.#schedule();
    });
  }
}

/** The asks that an event shows for the first time. */
export function asksShownBy(event: GatewayEvent): AskId[] {
  if (event.type === 'snapshot') return event.data.asks.map(({ id }) => id);
  if (!('sessionId' in event) || !isAskEvent(event) || !announcesAsk(event)) return [];
  return [event.data.ask.id];
}

function* firstOf<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const each of all) {
    if (left-- === 0) return;
    yield each;
  }
}

const DELAY_MS = 200;
const AT_ONCE = 100;
/** More than people have devices and asks; a hostile client must not fill the memory with names. */
const MOST_WAITING = 10_000;
