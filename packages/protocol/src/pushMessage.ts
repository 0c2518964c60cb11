// What is pushed, encrypted, to a browser's service worker, which reads it with this file alone: it is started for every push, and
// the small half of zod is all that it has to load for that.
import * as z from 'zod/mini';

export const PushMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    /** Notifications of one tag take each other's place. */
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    /** Where the page shows it: a path, since the gateway is reached at the worker's own origin. */
    path: z.string().check(z.regex(/^\/(?![/\\])[^\\\s]*$/)),
    /** All of it has to fit into 4 kB, encrypted. */
    actions: z.array(z.object({ label: z.string(), proof: z.string() })),
    isReminder: z.boolean(),
    /** How many asks wait. */
    waiting: z.int().check(z.nonnegative()),
  }),
  z.object({ type: z.literal('over'), tag: z.string(), waiting: z.int().check(z.nonnegative()) }),
]);
export type PushMessage = z.infer<typeof PushMessage>;
