import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { numbered, textDelta } from '../../../tests/support/conversations.ts';
import { BeckonError } from './error.ts';
import type { EventPosition, GatewayEvent } from './event.ts';
import type { Connection } from './follow.ts';
import { followEvents } from './follow.ts';
import type { EventsOptions, Transport } from './transport.ts';

const snapshot = (seq: number, epoch = 'e1'): GatewayEvent => ({
  type: 'snapshot',
  seq,
  data: { epoch, reset: false, sessions: [], asks: [] },
});
const [one, two, three] = numbered([textDelta('1'), textDelta('2'), textDelta('3')]) as [
  GatewayEvent,
  GatewayEvent,
  GatewayEvent,
];

/** What a stream does, step by step: tells an event, ends with an error, stays as it is. After the last step it ends. */
type Step = GatewayEvent | BeckonError | 'ends' | 'lasts' | 'stays open' | 'hangs';
/** How long a stream is open that `lasts`. */
const soundMs = 200;

class Follow implements Disposable {
  readonly seen: GatewayEvent[] = [];
  readonly connections: Connection[] = [];
  /** Where each attempt went on from. */
  readonly attempts: (EventPosition | undefined)[] = [];
  readonly ended: Promise<void>;
  readonly #streams: Step[][];
  readonly #abort = new AbortController();

  constructor(...streams: Step[][]) {
    this.#streams = streams;
    const transport = { events: (options: EventsOptions) => this.#play(options) } as Partial<Transport> as Transport;
    const follower = {
      onEvent: (event: GatewayEvent) => this.seen.push(event),
      onConnection: (connection: Connection) => this.connections.push(connection),
    };
    this.ended = followEvents(transport, follower, { signal: this.#abort.signal, retryMs: 100 });
  }

  get states() {
    return this.connections.map(({ state }) => state);
  }

  stop() {
    this.#abort.abort();
    return this.ended;
  }

  [Symbol.dispose]() {
    this.#abort.abort();
  }

  async *#play({ after, signal, onOpen }: EventsOptions): AsyncGenerator<GatewayEvent> {
    this.attempts.push(after);
    for (const [index, step] of (this.#streams.shift() ?? [unreachable]).entries()) {
      if (step instanceof BeckonError) throw step;
      if (index === 0 && step !== 'hangs') onOpen?.();
      if (step === 'lasts') await new Promise((resolve) => setTimeout(resolve, soundMs));
      else if (step === 'stays open' || step === 'hangs') await aborted(signal);
      else if (step !== 'ends') yield step;
    }
  }
}

const aborted = (signal?: AbortSignal) => new Promise((resolve) => signal?.addEventListener('abort', resolve));
const start = 1_700_000_000_000;
const unreachable = new BeckonError('unreachable', 'The gateway cannot be reached.');
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('followEvents', () => {
  test('tells every event, and that it is live', async () => {
    using follow = new Follow([snapshot(0), one, two, 'stays open']);
    await settle();
    expect(follow.seen).toEqual([snapshot(0), one, two]);
    expect(follow.states.slice(0, 2)).toEqual(['connecting', 'live']);
    expect(follow.states).not.toContain('offline');
  });

  test('[L6] goes on where it left off when the stream ends', async () => {
    using follow = new Follow([snapshot(0), one], [two, three, 'stays open']);
    await vi.advanceTimersByTimeAsync(100);
    expect(follow.attempts).toEqual([undefined, { epoch: 'e1', seq: 1 }]);
    expect(follow.seen).toEqual([snapshot(0), one, two, three]);
    expect(follow.states.at(-1)).toBe('live');
  });

  test('is live again as soon as a resumed stream is open, also while nothing happens', async () => {
    using follow = new Follow([snapshot(0)], [unreachable], [unreachable], [unreachable], ['stays open']);
    await vi.advanceTimersByTimeAsync(700);
    expect(follow.states.at(-1)).toBe('offline');
    await vi.advanceTimersByTimeAsync(800);
    expect(follow.states.at(-1)).toBe('live');
  });

  test('a sound stream that is cut is opened again at once, where it was, without a word', async () => {
    using follow = new Follow([snapshot(0), one, 'lasts'], [two, 'lasts'], ['lasts'], [three, 'stays open']);
    await vi.advanceTimersByTimeAsync(3 * soundMs);
    expect(follow.seen).toEqual([snapshot(0), one, two, three]);
    expect(follow.attempts.map((after) => after?.seq)).toEqual([undefined, 1, 2, 2]);
    expect(follow.states).not.toContain('offline');
  });

  test('nobody hears of a few tries that fail, where the next one works soon', async () => {
    using follow = new Follow([snapshot(0), 'lasts'], [unreachable], ['ends'], ['stays open']);
    await vi.advanceTimersByTimeAsync(soundMs + 300);
    expect(follow.attempts).toHaveLength(4);
    expect(follow.states).not.toContain('offline');
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['hangs', ['hangs' as const]],
    ['cannot be opened', [unreachable]],
  ])('says so where a stream that was cut %s, once that has lasted', async (_, stream) => {
    using follow = new Follow([snapshot(0), 'lasts'], stream);
    await vi.advanceTimersByTimeAsync(soundMs + 399);
    expect(follow.states.at(-1)).toBe('live');
    await vi.advanceTimersByTimeAsync(1);
    expect(follow.states.at(-1)).toBe('offline');
  });

  test('says at once what waiting does not help against', async () => {
    const unauthorized = new BeckonError('unauthorized', 'Not signed in.');
    using follow = new Follow([snapshot(0), 'lasts'], [unauthorized]);
    await vi.advanceTimersByTimeAsync(soundMs);
    expect(follow.connections.at(-1)).toMatchObject({ state: 'offline', error: unauthorized });
  });

  test('waits before it tries again where a stream ends as soon as it is open', async () => {
    using follow = new Follow(...Array.from({ length: 20 }, () => [snapshot(0)]));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(follow.attempts.length).toBeLessThanOrEqual(11);
  });

  test('takes a snapshot for a new beginning, also in another epoch', async () => {
    using follow = new Follow([snapshot(0), one, two], [snapshot(0, 'e2'), one], ['stays open']);
    await vi.advanceTimersByTimeAsync(200);
    expect(follow.seen).toEqual([snapshot(0), one, two, snapshot(0, 'e2'), one]);
    expect(follow.attempts.at(-1)).toEqual({ epoch: 'e2', seq: 1 });
  });

  test.each([
    ['a gap', [snapshot(0), one, three]],
    ['an event that came before', [snapshot(0), one, two, one]],
    ['no snapshot at first', [one]],
  ])('[L6] starts over from a snapshot after %s', async (_, stream) => {
    using follow = new Follow(stream, [snapshot(3), 'stays open']);
    await vi.advanceTimersByTimeAsync(100);
    expect(follow.attempts).toEqual([undefined, undefined]);
    expect(follow.seen).toEqual([...stream.slice(0, -1), snapshot(3)]);
  });

  test('waits longer after each failure, up to sixteen times the first wait', async () => {
    using follow = new Follow();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      const before = Date.now();
      while (follow.attempts.length === attempt) await vi.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600, 1600, 1600]);
  });

  test('says why it is offline and when the next try is', async () => {
    using follow = new Follow([unreachable]);
    await settle();
    expect(follow.connections.at(-1)).toEqual({ state: 'offline', error: unreachable, retryAt: Date.now() + 100 });
  });

  test('waits little again after an event came', async () => {
    using follow = new Follow([unreachable], [unreachable], [snapshot(0)], [unreachable]);
    await vi.advanceTimersByTimeAsync(300);
    expect(follow.attempts).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(100);
    expect(follow.attempts).toHaveLength(4);
  });

  test('ends at once when aborted, also while it waits to try again', async () => {
    using offline = new Follow([unreachable]);
    using live = new Follow([snapshot(0), 'stays open']);
    await settle();
    await Promise.all([offline.stop(), live.stop()]);
    expect(vi.getTimerCount()).toBe(0);
    expect(live.states).not.toContain('offline');
  });
});
