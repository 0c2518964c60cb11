// The senders on a clock of the test's own, and their connections gone with the test.
import { Outbound } from '../../packages/gateway/src/notify/outbound.ts';
import type { OutboundOptions } from '../../packages/gateway/src/notify/outbound.ts';
import { createSenders } from '../../packages/gateway/src/notify/senders/index.ts';
import { TestClock } from './testClock.ts';

export function senderStage(options: OutboundOptions = {}) {
  const clock = new TestClock();
  const outbound = new Outbound({ clock, ...options });
  return {
    clock,
    senders: createSenders({ outbound, clock }),
    [Symbol.dispose]: () => outbound[Symbol.dispose](),
  };
}
