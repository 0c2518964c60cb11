// Which devices have Beckon before their person's eyes: nobody is called about what they see anyway. A page says so itself,
// and counts while its device follows the events, and for as long as it says so again.
import type { DeviceId, PageVisibility } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

/** A page that is visible says so every minute; one that crashed says nothing. */
export const visibleForMs = 150_000;

/** More tabs than anyone has; a hostile client must not fill the memory with names. */
const mostPages = 100;

export class Presence {
  readonly #clock: Clock;
  /** How many streams of events each device has open. */
  readonly #streams = new Map<DeviceId, number>();
  /** Until when each page counts as visible, by device. */
  readonly #pages = new Map<DeviceId, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The device follows the events, until the returned function is called. */
  streamOpened(deviceId: DeviceId): () => void {
    this.#streams.set(deviceId, (this.#streams.get(deviceId) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#streams.get(deviceId) ?? 1) - 1;
      if (left > 0) this.#streams.set(deviceId, left);
      else this.#streams.delete(deviceId);
    };
  }

  report(deviceId: DeviceId, { page, isVisible }: PageVisibility): void {
    const pages = this.#pages.get(deviceId) ?? new Map<string, number>();
    pages.delete(page);
    if (isVisible && pages.size < mostPages) pages.set(page, this.#clock.now() + visibleForMs);
    if (pages.size > 0) this.#pages.set(deviceId, pages);
    else this.#pages.delete(deviceId);
  }

  /** Whether anybody has a page before their eyes now. */
  isAnyVisible(): boolean {
    const now = this.#clock.now();
    for (const [deviceId, pages] of this.#pages) {
      // A clock that was set back must not make a page visible for longer.
      const isFresh = [...pages.values()].some((until) => until > now && until - now <= visibleForMs);
      if (!isFresh) this.#pages.delete(deviceId);
      else if (this.#streams.has(deviceId)) return true;
    }
    return false;
  }
}
