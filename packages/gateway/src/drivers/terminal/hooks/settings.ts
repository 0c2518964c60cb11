// Our hooks in a settings file of Claude Code: put in, taken out and found again by changing the text in those places
// alone. Pure: text in, text out, or a sentence that says why not.
import { isDeepStrictEqual } from 'node:util';
import { type InstalledHook, isOurCommand } from './hookCommand.ts';
import { append, applyEdits, type Edit, removeFrom } from '../../claude/jsonEdits.ts';
import { type JsonNode, JsonTextError, type Member, parseJsonText, type Place } from '../../claude/jsonText.ts';

export type SettingsReading<T> = ({ ok: true } & T) | { ok: false; message: string };

/** The settings with exactly these hooks of ours; the very same text where they are there already. */
export function installHooks(before: string, wanted: InstalledHook[]): SettingsReading<{ text: string }> {
  return read(before, (text) => {
    const present = ownHooks(parseSettings(text)).map(({ hook }) => hook);
    if (isDeepStrictEqual(byEvent(present), byEvent(wanted))) return { text: before };
    return { text: wanted.reduce(addHook, withoutOwn(text)) };
  });
}

/** The settings without any hook of ours, whichever state directory it belongs to, and what that leaves empty. */
export function uninstallHooks(before: string): SettingsReading<{ text: string }> {
  return read(before, (text) => ({ text: ownHooks(parseSettings(text)).length === 0 ? before : withoutOwn(text) }));
}

export interface SettingsStatus {
  hooks: InstalledHook[];
  /** The user has switched all hooks off. */
  isDisabled: boolean;
}

export function readHooks(before: string): SettingsReading<SettingsStatus> {
  return read(before, (text) => {
    const settings = parseSettings(text);
    const disabled = memberOf(settings.root, 'disableAllHooks')?.value;
    return {
      hooks: ownHooks(settings).map(({ hook }) => hook),
      isDisabled: disabled?.type === 'value' && disabled.value === true,
    };
  });
}

function read<T>(before: string, work: (text: string) => T): SettingsReading<T> {
  try {
    // An empty file is one without settings.
    return { ok: true, ...work(before.trim() === '' ? '{}\n' : before) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { ok: false, message: thrown.message };
    if (thrown instanceof RangeError) return { ok: false, message: 'It is nested too deeply.' };
    if (!(thrown instanceof JsonTextError)) throw thrown;
    const what = thrown.isComment ? 'has a comment, which JSON does not allow,' : 'is not valid JSON';
    return { ok: false, message: `It ${what} in line ${thrown.line}.` };
  }
}

class Refusal extends Error {}

type ObjectNode = Extract<JsonNode, { type: 'object' }>;
type ArrayNode = Extract<JsonNode, { type: 'array' }>;

interface Settings {
  root: ObjectNode;
  hooks: (Member & { value: ObjectNode }) | undefined;
  events: (Member & { value: ArrayNode })[];
}

function parseSettings(text: string): Settings {
  const root = parseJsonText(text);
  if (root.type !== 'object') throw new Refusal('It does not hold an object.');
  const hooks = memberOf(root, 'hooks');
  if (!hooks) return { root, hooks, events: [] };
  const { value } = hooks;
  if (value.type !== 'object') throw new Refusal('Its “hooks” are not an object.');
  const events = value.members.map((event) => {
    memberOf(value, event.key);
    if (event.value.type !== 'array') throw new Refusal(`Its hooks for ${event.key} are not a list.`);
    return { ...event, value: event.value };
  });
  return { root, hooks: { ...hooks, value }, events };
}

/** Of two with the same name the last one counts, but a change might meet the other. */
function memberOf({ members }: ObjectNode, key: string): Member | undefined {
  const [found, another] = members.filter((candidate) => candidate.key === key);
  if (another) throw new Refusal(`It has “${key}” twice.`);
  return found;
}

function ownHooks({ events }: Settings): { hook: InstalledHook; node: JsonNode }[] {
  return events.flatMap(({ key: event, value: groups }) =>
    groups.items.flatMap(hooksOf).flatMap((node) => {
      const { command, timeout } = scalarsOf(node);
      if (typeof command !== 'string' || !isOurCommand(command)) return [];
      return [{ node, hook: { event, command, timeout: Number(timeout) } }];
    }),
  );
}

function hooksOf(group: JsonNode): JsonNode[] {
  const value = group.type === 'object' ? group.members.find(({ key }) => key === 'hooks')?.value : undefined;
  return value?.type === 'array' ? value.items : [];
}

function scalarsOf(node: JsonNode): Record<string, unknown> {
  const members = node.type === 'object' ? node.members : [];
  return Object.fromEntries(members.flatMap(({ key, value }) => (value.type === 'value' ? [[key, value.value]] : [])));
}

function addHook(text: string, { event, command, timeout }: InstalledHook): string {
  const { root, hooks, events } = parseSettings(text);
  const group = { hooks: [{ type: 'command', command, timeout }] };
  const groups = events.find(({ key }) => key === event)?.value;
  const addition = groups
    ? { container: groups, value: group }
    : hooks
      ? { container: hooks.value, key: event, value: [group] }
      : { container: root, key: 'hooks', value: { [event]: [group] } };
  return applyEdits(text, [append(text, root, addition)]);
}

/** What holds nothing but ours goes with it, level by level. */
function withoutOwn(text: string): string {
  const settings = parseSettings(text);
  const own = new Set<Place>(ownHooks(settings).map(({ node }) => node));
  const branch = (place: Place, children: Branch[] = []): Branch => ({ place, children, isOwn: own.has(place) });
  const events = settings.events.map((event) =>
    branch(
      event,
      event.value.items.map((group) =>
        branch(
          group,
          hooksOf(group).map((hook) => branch(hook)),
        ),
      ),
    ),
  );
  const members = settings.root.members.map((member) => branch(member, member.key === 'hooks' ? events : []));
  const edits: Edit[] = [];
  const isGone = prune(branch(settings.root, members), edits);
  const { start, end } = settings.root;
  return applyEdits(text, isGone ? [{ start, end, insert: '{}' }] : edits);
}

interface Branch {
  place: Place;
  children: Branch[];
  isOwn: boolean;
}

/** Whether nothing is left of it. */
function prune({ children, isOwn }: Branch, edits: Edit[]): boolean {
  const gone = children.filter((child) => prune(child, edits));
  if (gone.length === children.length) return isOwn || gone.length > 0;
  if (gone.length > 0)
    edits.push(
      ...removeFrom(
        children.map(({ place }) => place),
        gone.map(({ place }) => place),
      ),
    );
  return false;
}

function byEvent(hooks: InstalledHook[]): InstalledHook[] {
  return hooks.toSorted((a, b) => (a.event < b.event ? -1 : 1));
}
