// The senders, one for each type of channel that is configured by hand. Push joins them where the gateway has its keys.
import type { Clock } from '../../clock.ts';
import type { Outbound } from '../outbound.ts';
import type { Senders } from '../sender.ts';
import { emailSender } from './email.ts';
import { ntfySender } from './ntfy.ts';
import { slackSender } from './slack.ts';
import { telegramSender } from './telegram.ts';
import { webhookSender } from './webhook.ts';

/** What a sender is given. */
export interface SenderTools {
  outbound: Outbound;
  clock: Clock;
}

export function createSenders(tools: SenderTools): Omit<Senders, 'push'> {
  return {
    ntfy: ntfySender(tools),
    telegram: telegramSender(tools),
    slack: slackSender(tools),
    webhook: webhookSender(tools),
    email: emailSender(tools),
  };
}
