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

/** A rule that its person may change before they grant it: `Bash(npm test:*)` is the rule `npm test:*` for `Bash`. */
export const EditableRule = z.object({
  toolName: z.string(),
  rule: z.string(),
  /** Where it is kept: one of those that are offered. */
  place: z.string(),
  places: z.array(z.object({ value: z.string(), words: z.string() })),
});
export type EditableRule = z.infer<typeof EditableRule>;

/** One thing that "always" would grant: the words for its person, beside whatever the driver needs to grant it. */
export const PermissionSuggestion = z.looseObject({
  /** The exact scope in one sentence. Absent in what an earlier version has kept. */
  text: z.string().optional(),
  /** Where its person may grant something else instead. */
  editable: EditableRule.optional(),
  /** What they have made of it. */
  edited: z.object({ rule: z.string(), place: z.string() }).optional(),
});
export type PermissionSuggestion = z.infer<typeof PermissionSuggestion>;

/** The suggestion at this place of an ask's list, with another rule or another place to keep it. */
export const EditedGrant = z.object({
  at: z.int().nonnegative(),
  rule: z.string().trim().min(1).max(1000),
  place: z.string().max(100),
});
export type EditedGrant = z.infer<typeof EditedGrant>;

/** The suggestion as its person has changed it. */
export function withEdit(suggestion: PermissionSuggestion, { rule, place }: EditedGrant): PermissionSuggestion {
  const { editable } = suggestion;
  if (!editable) return suggestion;
  return { ...suggestion, text: ruleText(editable, { rule, place }), edited: { rule, place } };
}

/** Word for word what is granted, and where it goes. */
export function ruleText({ toolName, places }: EditableRule, { rule, place }: Omit<EditedGrant, 'at'>): string {
  return `Allow ${toolName}(${rule}), ${places.find(({ value }) => value === place)?.words ?? place}`;
}

/** What a suggestion grants, so that nobody grants what they have not read. Without words it is shown as it is. */
export function suggestionText({ text, ...grant }: PermissionSuggestion): string {
  return text ?? JSON.stringify(grant);
}
