// A rule that somebody has granted through Beckon with “always”, and what has become of it since.
import { z } from 'zod';
import { Answerer } from './ask/answerer.ts';
import { SessionId, Timestamp } from './ids.ts';

/**
 * `kept`: it stands in `file`, as was just read there. `session`: its agent alone knows it, and forgets it when it ends.
 * `gone`: it is there no more. `unreadable`: nobody can say, and `why` says why not.
 */
export const RuleState = z.enum(['kept', 'session', 'gone', 'unreadable']);
export type RuleState = z.infer<typeof RuleState>;

export const GrantedRule = z.object({
  id: z.string(),
  /** Word for word what was granted, and where it goes. */
  text: z.string(),
  sessionId: SessionId,
  grantedAt: Timestamp,
  grantedBy: Answerer,
  state: RuleState,
  /** Where it is kept. */
  file: z.string().optional(),
  why: z.string().optional(),
});
export type GrantedRule = z.infer<typeof GrantedRule>;
