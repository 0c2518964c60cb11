// What a folder would run, or be granted, by itself in an agent that is started there, and what its person has decided
// about that.
import { z } from 'zod';
import { Answerer } from './ask/answerer.ts';
import { Timestamp } from './ids.ts';

/**
 * `task`: what the agent is told to do by the clock, with no message of its person's. `script`: a file that one of the others names, whose content counts. `unreadable`: something is there, and nobody can say
 * what it would do.
 */
export const TrustItemSort = z.enum([
  'hook',
  'mcp_server',
  'helper',
  'script',
  'environment',
  'permission',
  'plugin',
  'task',
  'setting',
  'unreadable',
]);
export type TrustItemSort = z.infer<typeof TrustItemSort>;

export const TrustItem = z.object({
  what: TrustItemSort,
  /** The event of a hook, the name of a server, of a setting, of a variable. */
  name: z.string(),
  /** The command, the address, the rule, word for word; what stands for the content of a script. */
  text: z.string(),
  /** The file that says so, or the script: within the folder by its path from there, else by its whole path. */
  file: z.string(),
});
export type TrustItem = z.infer<typeof TrustItem>;

/** An item with what has become of it since its folder was last decided about. */
export const ShownTrustItem = TrustItem.extend({ change: z.enum(['added', 'changed', 'removed']).optional() });
export type ShownTrustItem = z.infer<typeof ShownTrustItem>;

/** A folder as an agent would find it. */
export interface FolderLook {
  /** Where it really is, whatever links lead there. */
  folder: string;
  items: TrustItem[];
  /** Where its person has trusted it in the agent's own program: there itself, or with a folder above it. */
  trustedInAgent: string | undefined;
}

/** `without_settings`: agents work there as if those files were not there. */
export const TrustDecision = z.enum(['trusted', 'without_settings']);
export type TrustDecision = z.infer<typeof TrustDecision>;

/** What its person has decided about a folder as it is now; undefined where that has to be asked. */
export interface FolderJudgement {
  /** `no_need`: there is nothing that anyone would have to decide. */
  decision: TrustDecision | 'no_need' | undefined;
  digest: string;
  /** The items, marked with what has changed since the last decision, where there was one. */
  shown: ShownTrustItem[];
  lastDecidedAt?: number;
}

/** What has become of a folder since it was decided about. `empty`: it runs and grants nothing by itself any more. */
export const SinceDecided = z.enum(['same', 'changed', 'empty', 'gone']);
export type SinceDecided = z.infer<typeof SinceDecided>;

/** A folder that its person has decided about. It is asked about again once any of the items changes. */
export const TrustedFolder = z.object({
  id: z.string(),
  folder: z.string(),
  decision: TrustDecision,
  items: z.array(TrustItem),
  decidedAt: Timestamp,
  decidedBy: Answerer,
  /** As it is found now; absent where nobody could look. */
  since: SinceDecided.optional(),
});
export type TrustedFolder = z.infer<typeof TrustedFolder>;
