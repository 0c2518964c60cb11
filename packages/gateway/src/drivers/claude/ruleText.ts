// The rules that a settings file of Claude Code allows: found, and taken out of its text with the rest left as it is. Pure.
import { applyEdits, removeFrom } from './jsonEdits.ts';
import { type JsonNode, parseJsonText } from './jsonText.ts';

/** Where in `permissions` Claude keeps it: its list of rules, or of folders. */
export interface KeptGrant {
  list: 'allow' | 'additionalDirectories';
  /** The ways in which it may be written there. */
  entries: readonly string[];
}

/** Whether the file grants it. Throws where the text is not what such a file holds. */
export function hasGrant(text: string, grant: KeptGrant): boolean {
  return placesOf(text, grant).gone.length > 0;
}

/** The text without it, and with everything else as it was. */
export function withoutGrant(text: string, grant: KeptGrant): string {
  const { list, gone } = placesOf(text, grant);
  if (!list || gone.length === 0) return text;
  const isAll = gone.length === list.items.length;
  const edits = isAll ? [{ start: list.start, end: list.end, insert: '[]' }] : removeFrom(list.items, gone);
  return applyEdits(text, edits);
}

function placesOf(text: string, { list: name, entries }: KeptGrant) {
  const permissions = memberOf(parseJsonText(text), 'permissions');
  const list = permissions && memberOf(permissions, name);
  if (list && list.type !== 'array') throw new Error(`“permissions.${name}” is no list`);
  const isIt = (item: JsonNode) =>
    item.type === 'value' && typeof item.value === 'string' && entries.includes(item.value);
  return { list, gone: list?.items.filter(isIt) ?? [] };
}

/** A name that comes twice is read otherwise by others: nothing is done to such a file. */
function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  if (node.type !== 'object') throw new Error('it holds no settings');
  const found = node.members.filter((member) => member.key === key);
  if (found.length > 1) throw new Error(`it names “${key}” twice`);
  return found[0]?.value;
}
