// What the service worker tells pages that are open.
import { z } from 'zod';

export const WorkerMessage = z.discriminatedUnion('type', [
  /** A notification was pressed: its card is to be shown. */
  z.object({ type: z.literal('open'), path: z.string() }),
  /** The browser has another subscription, which the gateway is to be told. */
  z.object({ type: z.literal('subscribed') }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessage>;
