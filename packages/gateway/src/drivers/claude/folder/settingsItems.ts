// What a settings file of a folder would run or grant. Whatever is not known to be harmless counts, so that a setting of a
// later `claude` is shown before it is believed.
import type { TrustItem } from '@beckon/protocol';
import { inWords, isObject, type JsonRecord } from './json.ts';

type Item = Omit<TrustItem, 'file'>;

export function settingsItems(settings: unknown): Item[] {
  if (!isObject(settings)) return settings === null ? [] : [other('settings', settings)];
  return Object.entries(settings).flatMap(([name, value]) => {
    if (harmless.has(name) || value === null) return [];
    if (helpers.has(name)) return [{ what: 'helper', name, text: commandOf(value) }];
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    return (isObject(value) ? read?.(value) : undefined) ?? [other(name, value)];
  });
}

/** They change what the agent says or shows, or only take something away. */
const harmless = new Set([
  '$schema',
  'alwaysThinkingEnabled',
  'attribution',
  'disabledMcpjsonServers',
  'effortLevel',
  'includeCoAuthoredBy',
  'language',
  'model',
  'outputStyle',
  'prefersReducedMotion',
  'respectGitignore',
  'showTurnDuration',
  'spinnerTipsEnabled',
  'spinnerVerbs',
]);

/** Each is a command. */
const helpers = new Set([
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'fileSuggestion',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'proxyAuthHelper',
  'statusLine',
  'subagentStatusLine',
]);

/** Undefined where it is not what the agent expects there: then it is shown as it stands. */
const readers: Partial<Record<string, (value: JsonRecord) => Item[] | undefined>> = {
  hooks: hookItems,
  env: (variables) =>
    Object.entries(variables).map(([name, value]) => ({ what: 'environment', name, text: inWords(value) })),
  permissions: permissionItems,
  enabledPlugins: (plugins) =>
    Object.entries(plugins).flatMap(([name, value]) =>
      value === false ? [] : [{ what: 'plugin', name, text: `enabled: ${inWords(value)}` }],
    ),
  extraKnownMarketplaces: (places) =>
    Object.entries(places).map(([name, value]) => ({
      what: 'plugin',
      name: `marketplace ${name}`,
      text: inWords(value),
    })),
};

/** The hooks of settings, and of a plugin's own file. */
export function hookItems(events: JsonRecord): Item[] | undefined {
  const items: Item[] = [];
  for (const [event, groups] of Object.entries(events)) {
    if (!Array.isArray(groups)) return undefined;
    for (const group of groups as unknown[]) {
      if (!isObject(group) || !Array.isArray(group['hooks'])) return undefined;
      const { matcher } = group;
      const name = matcher === undefined || matcher === '' ? event : `${event}, for ${inWords(matcher)}`;
      for (const hook of group['hooks'] as unknown[]) items.push({ what: 'hook', name, text: commandOf(hook) });
    }
  }
  return items;
}

function permissionItems(permissions: JsonRecord): Item[] | undefined {
  return Object.entries(permissions).flatMap(([name, value]): Item[] => {
    if (takingAway.has(name)) return [];
    if (!granting.has(name)) return [other(`permissions.${name}`, value)];
    const granted = Array.isArray(value) ? (value as unknown[]) : [value];
    return granted.map((each) => ({ what: 'permission', name, text: inWords(each) }));
  });
}

const takingAway = new Set(['ask', 'deny', 'disableAutoMode', 'disableBypassPermissionsMode']);
const granting = new Set(['additionalDirectories', 'allow', 'defaultMode']);

/** The command itself, where nothing else is said that could change what it does; else all of it. */
function commandOf(value: unknown): string {
  if (!isObject(value)) return inWords(value);
  const { command, type: _, timeout: __, padding: ___, statusMessage: ____, ...rest } = value;
  return typeof command === 'string' && Object.keys(rest).length === 0 ? command : inWords(value);
}

function other(name: string, value: unknown): Item {
  return { what: 'setting', name, text: inWords(value) };
}
