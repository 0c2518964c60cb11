// What is kept for all of a person's devices. A further setting is a line here: its schema, and what it is until somebody sets it.
import { z } from 'zod';

export const Settings = z.object({
  /** Whether new sessions run their commands in a sandbox where nobody says otherwise; one that cannot is refused. */
  sandbox: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = { sandbox: false };

export const UpdateSettings = Settings.partial().refine(
  (change) => Object.keys(change).length > 0,
  'names nothing to change',
);
export type UpdateSettings = z.infer<typeof UpdateSettings>;
