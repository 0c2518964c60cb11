// What Claude proposes that "always" should grant: its own format, put into words here and nowhere else.
import { isDeepStrictEqual } from 'node:util';
import type { EditableRule, PermissionSuggestion } from '@beckon/protocol';
import { z } from 'zod';
import { ClaudeMode, modeName } from './modes.ts';

const Destination = z.enum(['session', 'localSettings', 'projectSettings', 'userSettings', 'cliArg']);
const Rule = z.object({ toolName: z.string(), ruleContent: z.string().optional() });
const ruleChange = { rules: z.array(Rule), behavior: z.enum(['allow', 'deny', 'ask']), destination: Destination };
const directoryChange = { directories: z.array(z.string()), destination: Destination };

/** One change to Claude's permissions. */
export const PermissionUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('addRules'), ...ruleChange }),
  z.object({ type: z.literal('replaceRules'), ...ruleChange }),
  z.object({ type: z.literal('removeRules'), ...ruleChange }),
  z.object({ type: z.literal('setMode'), mode: ClaudeMode, destination: Destination }),
  z.object({ type: z.literal('addDirectories'), ...directoryChange }),
  z.object({ type: z.literal('removeDirectories'), ...directoryChange }),
]);
export type PermissionUpdate = z.infer<typeof PermissionUpdate>;

/** What can be shown, beside what it was. Several rules in one are shown apart, so that each can be granted by itself. */
export function readableSuggestions<T>(offered: readonly T[]): { original: T; shown: PermissionSuggestion }[] {
  return offered.flatMap((original) => {
    const read = PermissionUpdate.safeParse(original);
    if (!read.success) return [];
    const update = read.data;
    if (!('rules' in update) || update.rules.length < 2) return [{ original, shown: inWords(update) }];
    return update.rules.map((rule) => ({
      original: { ...original, rules: [rule] },
      shown: inWords({ ...update, rules: [rule] }),
    }));
  });
}

/** Of what the agent offers now, that which its person was shown, or has changed. It may offer something else when a call returns. */
export function asShown(offered: readonly unknown[], shown: readonly PermissionSuggestion[]): unknown[] {
  const granted = shown.map(({ edited, ...suggestion }) => ({ edited, grant: withoutWords(suggestion) }));
  return readableSuggestions(offered).flatMap((suggestion) => {
    const match = granted.find(({ grant }) => isDeepStrictEqual(withoutWords(suggestion.shown), grant));
    if (!match?.edited) return match ? [suggestion.original] : [];
    const { editable } = suggestion.shown;
    return editable ? [asEdited(editable, match.edited)] : [];
  });
}

/** What a suggestion that was granted has told Claude, as its person has changed it where they have. */
export function grantedUpdate({ edited, ...suggestion }: PermissionSuggestion): PermissionUpdate | undefined {
  const read = PermissionUpdate.safeParse(suggestion);
  if (!read.success) return undefined;
  const { editable } = suggestion;
  return edited && editable ? asEdited(editable, edited) : read.data;
}

/** The words may have been others, or none, when an earlier version showed it. */
function withoutWords({ text: _, editable: __, ...grant }: PermissionSuggestion): object {
  return grant;
}

function inWords(update: PermissionUpdate): PermissionSuggestion {
  const editable = editableRule(update);
  return { ...update, text: describeUpdate(update), ...(editable && { editable }) };
}

/** Only what is allowed from now on, and only by a rule that says more than the name of a tool. */
function editableRule(update: PermissionUpdate): EditableRule | undefined {
  const [rule] = update.type === 'addRules' && update.behavior === 'allow' ? update.rules : [];
  if (rule?.ruleContent === undefined) return undefined;
  return { toolName: rule.toolName, rule: rule.ruleContent, place: update.destination, places: keptPlaces };
}

function asEdited({ toolName }: EditableRule, { rule, place }: { rule: string; place: string }): PermissionUpdate {
  const rules = [{ toolName, ruleContent: rule }];
  return { type: 'addRules', rules, behavior: 'allow', destination: Destination.parse(place) };
}

/** The exact scope in one sentence. */
export function describeUpdate(update: PermissionUpdate): string {
  return `${change(update)}, ${scopes[update.destination]}`;
}

const scopes: Record<z.infer<typeof Destination>, string> = {
  session: 'for this session',
  localSettings: 'in this folder, for you (.claude/settings.local.json)',
  projectSettings: 'in this folder, for everyone (.claude/settings.json)',
  userSettings: 'everywhere, for you (~/.claude/settings.json)',
  cliArg: 'for this run',
};

const keptPlaces = (['session', 'localSettings', 'projectSettings', 'userSettings'] as const).map((value) => ({
  value,
  words: scopes[value],
}));

const verbs = { allow: 'Allow', deny: 'Deny', ask: 'Ask for' };

function change(update: PermissionUpdate): string {
  switch (update.type) {
    case 'addRules':
      return `${verbs[update.behavior]} ${ruleList(update.rules)}`;
    case 'replaceRules':
      return `${verbs[update.behavior]} only ${ruleList(update.rules)}, in place of earlier rules`;
    case 'removeRules':
      return `Remove the rule to ${update.behavior} ${ruleList(update.rules)}`;
    case 'setMode':
      return `Switch to “${modeName(update.mode)}”`;
    case 'addDirectories':
      return `Give access to ${update.directories.join(', ')}`;
    case 'removeDirectories':
      return `Take away access to ${update.directories.join(', ')}`;
  }
}

function ruleList(rules: z.infer<typeof Rule>[]): string {
  return rules
    .map((rule) =>
      rule.ruleContent === undefined ? `every use of ${rule.toolName}` : `${rule.toolName}(${rule.ruleContent})`,
    )
    .join(', ');
}
