// The live screen of a session that runs in a terminal, and what is typed into it.
import { z } from 'zod';

const Bytes = z.base64();
const side = z.int().min(2).max(1000);

export const PaneSize = z.object({ columns: side, rows: side });
export type PaneSize = z.infer<typeof PaneSize>;

/** Bytes as a terminal's program writes them, in base64. */
export const PaneEvent = z.discriminatedUnion('type', [
  /** Replaces all that was drawn before. */
  z.object({
    type: z.literal('screen'),
    ...PaneSize.shape,
    data: Bytes,
    /** The kind of screen for which its program picks its colours. */
    drawnFor: z.enum(['dark', 'light']).optional(),
  }),
  z.object({ type: z.literal('output'), data: Bytes }),
  /** The terminal is gone; nothing follows. */
  z.object({ type: z.literal('ended') }),
]);
export type PaneEvent = z.infer<typeof PaneEvent>;

/** Keys, as the bytes that a terminal sends for them. */
export const PaneInput = z.object({ data: Bytes.min(1).max(1_000_000) });
export type PaneInput = z.infer<typeof PaneInput>;
