// The senders, one for each type of channel that is configured by hand. Push joins them where the gateway has its keys.
import type { Clock } from '../../clock.ts';
import type { Outbound } from '../outbound.ts';
import type { Senders } from '../sender.ts';
import { webhookSender } from './webhook.ts';

/** What a sender is given. */
export interface SenderTools {
  outbound: Outbound;
  clock: Clock;
}

export function createSenders(tools: SenderTools): Pick<Senders, 'webhook'> {
  return {
    webhook: webhookSender(tools),
  };
}
