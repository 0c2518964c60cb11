// An ask as a store or the log has kept it, also where an earlier version of Beckon wrote it.
import type { Ask, FailedDelivery } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { withDevices } from './withDevices.ts';

/** Our own writing, so it is trusted; the phase is always read off the rest, so that there is one truth. */
export function readKeptAsk(kept: object): Ask {
  const { delivery, ...ask } = withDevices(kept) as Ask & { delivery?: FailedDelivery };
  return withPhase({ ...ask, ...(delivery && { failedDelivery: delivery }) });
}
