// How much an agent may do without asking, and what an "always allow" would add to that.
import { z } from 'zod';

export const PermissionMode = z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions']);
export type PermissionMode = z.infer<typeof PermissionMode>;

/** What each mode means, in words for a person who has to choose. */
export const permissionModeLabels: Record<PermissionMode, { name: string; meaning: string }> = {
  default: { name: 'Ask', meaning: 'Asks before anything that is not plainly safe' },
  acceptEdits: { name: 'Accept edits', meaning: 'Edits files in the folder without asking; asks for the rest' },
  plan: { name: 'Plan', meaning: 'Reads and plans; changes nothing until you accept the plan' },
  auto: { name: 'Auto', meaning: 'A classifier decides; asks where it cannot' },
  dontAsk: { name: "Don't ask", meaning: 'Denies whatever is not already allowed' },
  bypassPermissions: { name: 'Bypass', meaning: 'Runs everything without asking. For sandboxes only' },
};

const Destination = z.enum(['session', 'localSettings', 'projectSettings', 'userSettings', 'cliArg']);
const Rule = z.object({ toolName: z.string(), ruleContent: z.string().optional() });
const ruleChange = { rules: z.array(Rule), behavior: z.enum(['allow', 'deny', 'ask']), destination: Destination };
const directoryChange = { directories: z.array(z.string()), destination: Destination };

/** One change to the agent's permissions, as the agent itself proposes it alongside an ask. */
export const PermissionSuggestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('addRules'), ...ruleChange }),
  z.object({ type: z.literal('replaceRules'), ...ruleChange }),
  z.object({ type: z.literal('removeRules'), ...ruleChange }),
  z.object({ type: z.literal('setMode'), mode: PermissionMode, destination: Destination }),
  z.object({ type: z.literal('addDirectories'), ...directoryChange }),
  z.object({ type: z.literal('removeDirectories'), ...directoryChange }),
]);
export type PermissionSuggestion = z.infer<typeof PermissionSuggestion>;

/** The exact scope of a suggestion in one sentence, so that nobody grants what they have not read. */
export function describeSuggestion(suggestion: PermissionSuggestion): string {
  return `${change(suggestion)}, ${scopes[suggestion.destination]}`;
}

const scopes: Record<z.infer<typeof Destination>, string> = {
  session: 'for this session',
  localSettings: 'in this folder, for you (.claude/settings.local.json)',
  projectSettings: 'in this folder, for everyone (.claude/settings.json)',
  userSettings: 'everywhere, for you (~/.claude/settings.json)',
  cliArg: 'for this run',
};

const verbs = { allow: 'Allow', deny: 'Deny', ask: 'Ask for' };

function change(suggestion: PermissionSuggestion): string {
  switch (suggestion.type) {
    case 'addRules':
      return `${verbs[suggestion.behavior]} ${ruleList(suggestion.rules)}`;
    case 'replaceRules':
      return `${verbs[suggestion.behavior]} only ${ruleList(suggestion.rules)}, in place of earlier rules`;
    case 'removeRules':
      return `Remove the rule to ${suggestion.behavior} ${ruleList(suggestion.rules)}`;
    case 'setMode':
      return `Switch to “${permissionModeLabels[suggestion.mode].name}”`;
    case 'addDirectories':
      return `Give access to ${suggestion.directories.join(', ')}`;
    case 'removeDirectories':
      return `Take away access to ${suggestion.directories.join(', ')}`;
  }
}

function ruleList(rules: z.infer<typeof Rule>[]): string {
  return rules
    .map((rule) =>
      rule.ruleContent === undefined ? `every use of ${rule.toolName}` : `${rule.toolName}(${rule.ruleContent})`,
    )
    .join(', ');
}
