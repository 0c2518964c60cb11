import type { GatewayEvent, Session } from '@beckon/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sessionId } from '../../../../tests/support/asks.ts';
import { sessionInfo, textDelta } from '../../../../tests/support/conversations.ts';
import type { LoggedEvent, Subscription } from './eventLog.ts';
import { EventLog } from './eventLog.ts';

const session: Session = { ...sessionInfo(), asks: [] };

function openLog(options: { tailEvents?: number; tailBytes?: number } = {}) {
  const log = new EventLog({ snapshot: () => ({ sessions: [session], asks: [] }), ...options });
  const append = (count: number) => {
    for (let index = 0; index < count; index++) log.append(sessionId, textDelta('x'));
  };
  return { log, append };
}

const eventsOf = (subscription: Subscription): GatewayEvent[] => subscription.take().map(({ event }) => event);
const numbersOf = (subscription: Subscription): (number | string)[] =>
  eventsOf(subscription).map((event) => (event.type === 'snapshot' ? `snapshot at ${event.seq}` : event.seq));

describe('[L6] snapshot, then tail, in one step', () => {
  test('a newcomer gets the snapshot, and then every event after it', () => {
    const { log, append } = openLog();
    append(2);
    const subscription = log.subscribe();
    append(1);
    expect(eventsOf(subscription)).toEqual([
      { type: 'snapshot', seq: 3, data: { epoch: log.epoch, reset: false, sessions: [session], asks: [] } },
    ]);
    append(2);
    expect(numbersOf(subscription)).toEqual([4, 5]);
    expect(numbersOf(subscription)).toEqual([]);
  });

  test('trouble of the gateway is an event like any other, and part of the snapshot while it lasts', () => {
    const trouble = { code: 'store_unavailable', message: 'The disk is full.', since: 1 } as const;
    const log = new EventLog({ snapshot: () => ({ sessions: [session], asks: [] }), trouble: () => trouble });
    const subscription = log.subscribe({ epoch: log.epoch, seq: 0 });
    log.appendTrouble(trouble);
    log.appendTrouble(undefined);
    expect(eventsOf(subscription)).toEqual([
      { type: 'gateway_status', seq: 1, data: { trouble } },
      { type: 'gateway_status', seq: 2, data: {} },
    ]);
    expect(eventsOf(log.subscribe())).toMatchObject([{ type: 'snapshot', seq: 2, data: { trouble } }]);
  });

  test('an event carries its session, its number and its JSON', () => {
    const { log } = openLog();
    const subscription = log.subscribe({ epoch: log.epoch, seq: 0 });
    const event = log.append(sessionId, textDelta('hi'));
    expect(event).toEqual({ ...textDelta('hi'), sessionId, seq: 1 });
    expect(subscription.take()).toEqual([{ event, json: JSON.stringify(event) }]);
  });

  test('who comes back goes on where it left off', () => {
    const { log, append } = openLog();
    append(5);
    expect(numbersOf(log.subscribe({ epoch: log.epoch, seq: 3 }))).toEqual([4, 5]);
    expect(numbersOf(log.subscribe({ epoch: log.epoch, seq: 5 }))).toEqual([]);
    expect(numbersOf(log.subscribe({ epoch: log.epoch, seq: 0 }))).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ['of another epoch', { epoch: 'other', seq: 3 }],
    ['that is in the future', { seq: 6 }],
    ['whose tail is gone', { seq: 1 }],
  ])('a position %s gets an explicit reset', (_, position) => {
    const { log, append } = openLog({ tailEvents: 4 });
    append(5);
    const [event] = eventsOf(log.subscribe({ epoch: log.epoch, ...position }));
    expect(event).toMatchObject({ type: 'snapshot', seq: 5, data: { reset: true } });
  });

  test('a subscriber that falls behind what is kept gets an explicit reset, and then goes on', () => {
    const { log, append } = openLog({ tailEvents: 10 });
    const subscription = log.subscribe();
    expect(numbersOf(subscription)).toEqual(['snapshot at 0']);
    append(30);
    expect(eventsOf(subscription)).toMatchObject([{ type: 'snapshot', seq: 30, data: { reset: true } }]);
    append(1);
    expect(numbersOf(subscription)).toEqual([31]);
  });

  test('[L8] a long tail comes in batches of limited size without a gap; a larger event comes alone', () => {
    const { log } = openLog();
    const lengths = [...Array.from({ length: 100 }, () => 2_000), 500_000, 10, 10];
    for (const length of lengths) log.append(sessionId, textDelta('x'.repeat(length)));
    const subscription = log.subscribe({ epoch: log.epoch, seq: 0 });
    const batches: LoggedEvent[][] = [];
    for (let batch = subscription.take(); batch.length > 0; batch = subscription.take()) batches.push(batch);
    const bytesBeforeLast = batches.map((batch) => batch.slice(0, -1).reduce((sum, { json }) => sum + json.length, 0));
    expect(Math.max(...bytesBeforeLast)).toBeLessThan(64 * 1024);
    expect(batches.length).toBeLessThan(10);
    expect(batches.flat().map(({ event }) => event.seq)).toEqual(lengths.map((_, index) => index + 1));
  });

  test('no interleaving of appends, reads and reconnects makes a gap or a repetition', () => {
    const action = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('append'), count: fc.integer({ min: 1, max: 6 }) }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('take'), count: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('reconnect'), count: fc.constant(0) }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), fc.integer({ min: 2, max: 12 }), (actions, tailEvents) => {
        const { log, append } = openLog({ tailEvents });
        let subscription = log.subscribe();
        let position: number | undefined;
        const take = () => {
          for (const event of eventsOf(subscription)) {
            if (event.type === 'snapshot') expect(event.data.reset).toBe(position !== undefined);
            else expect(event.seq).toBe((position ?? Number.NaN) + 1);
            position = event.seq;
          }
        };
        for (const { type, count } of actions) {
          if (type === 'append') append(count);
          if (type === 'take') take();
          if (type === 'reconnect') {
            subscription.close();
            subscription = log.subscribe(position === undefined ? undefined : { epoch: log.epoch, seq: position });
          }
        }
        take();
        expect(position).toBe(log.seq);
      }),
    );
  });
});

describe('waiting', () => {
  test('more resolves at once while there is something to take', async () => {
    const { log, append } = openLog();
    const subscription = log.subscribe();
    await subscription.more();
    subscription.take();
    append(1);
    await subscription.more();
  });

  test('more resolves with the next event', async () => {
    const { log, append } = openLog();
    const subscription = log.subscribe();
    subscription.take();
    const more = subscription.more();
    append(1);
    await more;
    expect(numbersOf(subscription)).toEqual([1]);
  });

  test('a closed subscription ends its wait and gives nothing more', async () => {
    const { log, append } = openLog();
    const subscription = log.subscribe();
    subscription.take();
    const more = subscription.more();
    subscription.close();
    await more;
    append(1);
    await subscription.more();
    expect(subscription.take()).toEqual([]);
  });

  test('[L8] a subscriber that never reads costs nothing but its cursor, and delays nobody', async () => {
    const { log, append } = openLog({ tailEvents: 100 });
    const stuck = log.subscribe();
    stuck.take();
    void stuck.more();
    const reader = log.subscribe();
    reader.take();
    for (let round = 1; round <= 50; round++) {
      append(20);
      await reader.more();
      expect(numbersOf(reader).at(-1)).toBe(round * 20);
    }
    expect(eventsOf(stuck)).toMatchObject([{ type: 'snapshot', seq: 1_000, data: { reset: true } }]);
  });

  test('what is kept is limited in bytes too', () => {
    const { log } = openLog({ tailBytes: 10_000 });
    for (let index = 0; index < 10; index++) log.append(sessionId, textDelta('x'.repeat(4_000)));
    const [event] = eventsOf(log.subscribe({ epoch: log.epoch, seq: 1 }));
    expect(event).toMatchObject({ type: 'snapshot', data: { reset: true } });
    expect(numbersOf(log.subscribe({ epoch: log.epoch, seq: 9 }))).toEqual([10]);
  });
});
