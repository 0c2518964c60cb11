// What there is to be called for in what is told of sessions: how turns end, and who waits for input without being told.
import type { GatewayEvent, SessionId, SessionInfo } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Matter } from './rules.ts';

export interface OccasionsOptions {
  clock: Clock;
  sessionOf(id: SessionId): Pick<SessionInfo, 'state'> | undefined;
  arrived(matter: Matter): void;
  over(id: string): void;
}

/** An agent says so itself after this long; of one that does not, it is known all the same. */
const readyAfterMs = 60_000;

/** What happened longer ago is only told again. */
const recentMs = 60_000;

interface Resting {
  /** Ends the wait until it counts as ready for input. */
  cancel: () => void;
  isTold: boolean;
}

export class Occasions {
  readonly #options: OccasionsOptions;
  /** The last error of the turn that is under way. */
  readonly #errors = new Map<SessionId, string>();
  readonly #states = new Map<SessionId, SessionInfo['state']>();
  readonly #limited = new Set<SessionId>();
  readonly #resting = new Map<SessionId, Resting>();

  constructor(options: OccasionsOptions) {
    this.#options = options;
  }

  /** Of what is told most does not matter here, and costs nothing. */
  hear(event: GatewayEvent): void {
    switch (event.type) {
      case 'error':
        this.#errors.set(event.sessionId, event.data.message);
        if (event.data.isRateLimit) this.#rateLimited(event.sessionId, event.data.message, event.data.createdAt);
        break;
      case 'notice':
        if (event.data.isRateLimit) this.#rateLimited(event.sessionId, event.data.text, event.data.createdAt);
        break;
      case 'done':
        this.#turnEnded(event.sessionId, event.data);
        break;
      case 'session_status':
        this.#changed(event.data.session);
        break;
      case 'session_removed':
        this.#states.delete(event.sessionId);
        this.#errors.delete(event.sessionId);
        this.#wentOn(event.sessionId);
        break;
      default:
        break;
    }
  }

  close(): void {
    for (const { cancel } of this.#resting.values()) cancel();
    this.#resting.clear();
  }

  #rateLimited(sessionId: SessionId, detail: string, at: number): void {
    if (!this.#isRecent(at) || this.#limited.has(sessionId)) return;
    this.#limited.add(sessionId);
    this.#options.arrived({ id: `limit ${sessionId}`, occasion: 'rate_limited', at, sessionId, detail });
  }

  #turnEnded(sessionId: SessionId, { outcome, createdAt: at }: { outcome: string; createdAt: number }): void {
    const detail = this.#errors.get(sessionId);
    this.#errors.delete(sessionId);
    if (!this.#isRecent(at) || outcome === 'interrupted') return;
    const turn = { id: `turn ${sessionId}`, at, sessionId };
    if (outcome === 'complete') this.#options.arrived({ ...turn, occasion: 'turn_finished' });
    // What stopped it was told already.
    else if (!this.#limited.has(sessionId)) this.#options.arrived({ ...turn, occasion: 'turn_failed', detail });
    this.#rests(sessionId);
  }

  #changed({ id, state, isIdle }: SessionInfo): void {
    const isNew = this.#states.get(id) !== state;
    this.#states.set(id, state);
    // What else changes about one that works tells nothing: its turn may have ended just now.
    if (state === 'assistant_turn' || state === 'dead') {
      if (isNew) this.#wentOn(id);
    } else if (state === 'user_turn' && isIdle) this.#ready(id);
  }

  #rests(sessionId: SessionId): void {
    this.#resting.get(sessionId)?.cancel();
    const cancel = this.#options.clock.after(readyAfterMs, () => {
      if (this.#options.sessionOf(sessionId)?.state === 'user_turn') this.#ready(sessionId);
    });
    this.#resting.set(sessionId, { cancel, isTold: false });
  }

  #ready(sessionId: SessionId): void {
    const resting = this.#resting.get(sessionId);
    if (resting?.isTold) return;
    resting?.cancel();
    this.#resting.set(sessionId, { cancel: () => undefined, isTold: true });
    const at = this.#options.clock.now();
    this.#options.arrived({ id: `ready ${sessionId}`, occasion: 'ready_for_input', at, sessionId });
  }

  /** It works again, or is gone: nobody has to look after it. */
  #wentOn(sessionId: SessionId): void {
    this.#resting.get(sessionId)?.cancel();
    this.#resting.delete(sessionId);
    this.#limited.delete(sessionId);
    for (const what of ['turn', 'limit', 'ready']) this.#options.over(`${what} ${sessionId}`);
  }

  #isRecent(at: number): boolean {
    return Math.abs(this.#options.clock.now() - at) < recentMs;
  }
}
