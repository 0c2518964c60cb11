// What is to be sent through one channel, one thing after the other. A service that fails is tried again with pauses, one that
// hangs is given up in time, and neither delays anything but its own line, which holds only so much.
import type { BackOff } from '@beckon/protocol';
import { backOffMs } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';
import type { Sent } from './sender.ts';

export interface Errand {
  /** The call's id. What is added under the same takes the place of what has not been sent yet. */
  id: string;
  /** Undefined where there is nothing left to send. */
  send(signal: AbortSignal): Promise<Sent> | undefined;
  /** Hears what came of each attempt. */
  tell(sent: Sent): void;
  /** How often it is tried. */
  attempts: number;
}

export const lineLimits = {
  /** For one attempt; senders have limits of their own, and are not trusted to keep them. */
  sendMs: 15_000,
  waiting: 50,
  attempts: 5,
  backOff: { firstMs: 2_000, longestMs: 300_000 } satisfies BackOff,
  /** What a service may ask for. */
  longestPauseMs: 900_000,
};

const crowdedOut: Sent = { ok: false, detail: 'Not sent: too much waited for this channel already.' };

const tooLate: Sent = { ok: false, detail: 'The service did not answer in time.', mayPass: true };

export class Line {
  readonly #clock: Clock;
  readonly #end = new AbortController();
  readonly #waiting: Errand[] = [];
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(errand: Errand): void {
    if (this.#end.signal.aborted) return;
    this.drop(errand.id);
    this.#waiting.push(errand);
    if (this.#waiting.length > lineLimits.waiting) this.#waiting.shift()?.tell(crowdedOut);
    if (!this.#isRunning) void this.#run();
  }

  /** Says whether it had not been sent yet, and now is not going to be. */
  drop(id: string): boolean {
    const at = this.#waiting.findIndex((errand) => errand.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  /** Ends what is under way. Nothing is sent any more. */
  close(): void {
    this.#waiting.length = 0;
    this.#end.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let errand = this.#waiting.shift(); errand; errand = this.#waiting.shift()) {
      await this.#do(errand);
    }
    this.#isRunning = false;
  }

  async #do(errand: Errand): Promise<void> {
    for (let failures = 0; failures < errand.attempts;) {
      const sent = await this.#attempt(errand);
      if (!sent || this.#end.signal.aborted) return;
      errand.tell(sent);
      if (sent.ok || sent.isGone || !(sent.mayPass ?? sent.retryAfterMs !== undefined)) return;
      failures += 1;
      if (failures === errand.attempts) return;
      const wantedMs = sent.retryAfterMs ?? backOffMs(failures, lineLimits.backOff);
      await pause(this.#clock, Math.min(Math.max(0, wantedMs), lineLimits.longestPauseMs), this.#end.signal);
    }
  }

  async #attempt(errand: Errand): Promise<Sent | undefined> {
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, this.#end.signal]);
    const cancel = this.#clock.after(lineLimits.sendMs, () => limit.abort());
    const late = new Promise<Sent>((resolve) => {
      signal.addEventListener('abort', () => resolve(tooLate));
    });
    try {
      const sending = this.#end.signal.aborted ? undefined : errand.send(signal);
      return sending && (await Promise.race([sending, late]));
    } catch {
      // A sender throws nothing; where it does, what it throws may hold anything.
      return { ok: false, detail: 'Something went wrong inside Beckon.' };
    } finally {
      cancel();
    }
  }
}
