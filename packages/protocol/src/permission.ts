// How freely an agent may work, and what "always" would add to that. Both are the agent's own: its driver names them and
// puts them into words, and nobody else has to understand them.
import { z } from 'zod';

/** One of the modes that the session's driver describes. Never a flag, whatever somebody sends. */
export const PermissionMode = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, 'is not the name of a permission mode');
export type PermissionMode = z.infer<typeof PermissionMode>;

/** A mode in words for a person who has to choose. */
export const PermissionModeChoice = z.object({
  value: PermissionMode,
  name: z.string(),
  meaning: z.string(),
  /** What its person should know before choosing it. Clients mark such a mode as dangerous. */
  warning: z.string().optional(),
});
export type PermissionModeChoice = z.infer<typeof PermissionModeChoice>;

/** One thing that "always" would grant: the words for its person, beside whatever the driver needs to grant it. */
export const PermissionSuggestion = z.looseObject({
  /** The exact scope in one sentence. Absent in what an earlier version has kept. */
  text: z.string().optional(),
});
export type PermissionSuggestion = z.infer<typeof PermissionSuggestion>;

/** What a suggestion grants, so that nobody grants what they have not read. Without words it is shown as it is. */
export function suggestionText({ text, ...grant }: PermissionSuggestion): string {
  return text ?? JSON.stringify(grant);
}
