// Who gave an answer, and which devices an ask has reached.
import { z } from 'zod';
import { Device } from '../device.ts';
import { Timestamp } from '../ids.ts';

export const Answerer = z.discriminatedUnion('type', [
  Device.extend({
    type: z.literal('device'),
    /** The client's key for this one attempt. */
    clientKey: z.string().optional(),
    /** It was given with a button of a notification: what its person saw of the ask is what that had room for. */
    isFromNotification: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('rule'), id: z.string(), name: z.string() }),
  z.object({ type: z.literal('terminal') }),
]);
export type Answerer = z.infer<typeof Answerer>;

/** That an ask has reached a device, the first time it did. */
export const Receipt = z.object({ device: Device, at: Timestamp });
export type Receipt = z.infer<typeof Receipt>;

/** The key under which a client gave this answer, where a client did and had one. */
export function clientKeyOf(answerer: Answerer | undefined): string | undefined {
  return answerer?.type === 'device' ? answerer.clientKey : undefined;
}

/** For an answer that the client did not give to this very ask. */
export function withoutKey(answerer: Answerer): Answerer {
  if (answerer.type !== 'device') return answerer;
  const { clientKey: _, ...device } = answerer;
  return device;
}

/** Who it was, to follow what was done: “answered on Firefox on Linux”. */
export function answererText(answerer: Answerer): string {
  switch (answerer.type) {
    case 'device':
      return `on ${answerer.name}${answerer.isFromNotification ? ', from a notification' : ''}`;
    case 'rule':
      return `by the rule “${answerer.name}”`;
    case 'terminal':
      return 'in the terminal';
  }
}
