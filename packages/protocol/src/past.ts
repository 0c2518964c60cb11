// A past session: a conversation that the agent has kept and Beckon does not run.
import { z } from 'zod';
import { SessionId, Timestamp } from './ids.ts';

/** What it was held in. `other`: the agent names something else, or nothing. */
export const PastOrigin = z.enum(['terminal', 'sdk', 'ide', 'beckon', 'other']);
export type PastOrigin = z.infer<typeof PastOrigin>;

/** Where a past session is kept: in the list, put away by its person, or about to be deleted for good. */
export const PastPlace = z.enum(['list', 'archive', 'trash']);
export type PastPlace = z.infer<typeof PastPlace>;

/** What is known of a past session beside what any session has. Its `usage` is what the agent has kept of it. */
export const PastInfo = z.object({
  origin: PastOrigin,
  place: PastPlace,
  /** The branch that its folder was on when something was said last. */
  branch: z.string().optional(),
  /** The agent's own version. */
  version: z.string().optional(),
  /** The session that it was forked from. */
  forkedFrom: SessionId.optional(),
  /** Its agent runs at this moment, and not in Beckon: it cannot be gone on with here. */
  runsElsewhere: z.boolean().optional(),
  /** Its folder is not there any more: no agent can be started in it. */
  isFolderGone: z.boolean().optional(),
  /** How much the agent has kept. */
  bytes: z.int().nonnegative(),
});
export type PastInfo = z.infer<typeof PastInfo>;

/** Which past sessions: those of a folder, and those in which something was said between two moments. */
export const pastQueryFields = {
  /** The folder itself, or any folder below it. */
  cwd: z.string().max(4096).optional(),
  since: z.coerce.number().pipe(Timestamp).optional(),
  until: z.coerce.number().pipe(Timestamp).optional(),
};

/** What was passed over: folders that cannot be read; links, pipes and the like in the place of files; second copies. */
export const SkippedPast = z.object({ folders: z.int().nonnegative(), files: z.int().nonnegative() });
export type SkippedPast = z.infer<typeof SkippedPast>;

/** Up to this message, with what its calls came to; all of it where none is named. */
export const ForkSession = z.object({ messageId: z.string().min(1).max(200).optional() });
export type ForkSession = z.infer<typeof ForkSession>;

/**
 * Where a session is to be deleted from. `past` moves it to the trash, `trash` deletes it for good. Without it, a session in Beckon
 * leaves that, and a past one goes to the trash: a request that is repeated never does more than it did the first time.
 */
export const DeleteSession = z.object({ from: z.enum(['past', 'trash']).optional() });
export type DeleteSession = z.infer<typeof DeleteSession>;
