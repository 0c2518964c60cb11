// `beckon settings`: what is kept for all devices, and setting one of them by its name.
import type { QuietHours, SettingName, Settings } from '@beckon/protocol';
import { BeckonError, SettingName as KnownName, settingText, SettingValues } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { jsonLine, print, textLine } from './lines.ts';

interface SettingsOptions {
  stateDir: string;
  json: boolean;
}

export async function listSettings({ stateDir, json }: SettingsOptions): Promise<void> {
  const settings = await (await requireGateway(stateDir)).getSettings();
  if (json) return print(jsonLine(settings));
  for (const name of KnownName.options) print(line(name, settings));
}

export async function getSetting(wanted: string, { stateDir, json }: SettingsOptions): Promise<void> {
  const name = readName(wanted);
  const settings = await (await requireGateway(stateDir)).getSettings();
  print(json ? jsonLine({ [name]: settings[name] }) : textLine(valueText(settings[name])));
}

export async function setSetting(
  { name: wanted, value }: { name: string; value: string },
  { stateDir, json }: SettingsOptions,
): Promise<void> {
  const name = readName(wanted);
  const gateway = await requireGateway(stateDir);
  const settings = await gateway.updateSettings({ [name]: readValue(name, value) });
  print(json ? jsonLine({ [name]: settings[name] }) : line(name, settings));
}

/** What a setting may be, for whoever completes it or gets it wrong. Empty where it may be anything. */
export function valuesOf(name: string): string[] {
  switch (name as SettingName) {
    case 'sandbox':
    case 'callReminders':
    case 'searchIndex':
      return ['true', 'false'];
    case 'whenUnanswered':
      return [...SettingValues.shape.whenUnanswered.options];
    case 'answerDelaySeconds':
      return [...SettingValues.shape.answerDelaySeconds.values].map(String);
    case 'theme':
      return [...SettingValues.shape.theme.options];
    case 'permissionMode':
    case 'model':
      return [unset];
    case 'quietHours':
      return [unset, '22:00-07:00'];
    case 'searchLeavesOut':
      return [none];
    case 'askLimitMinutes':
      return [];
  }
}

/** The driver's own mode, the agent's own model, no quiet hours. */
const unset = 'default';
/** No folder. */
const none = 'none';

function readName(wanted: string): SettingName {
  const name = KnownName.safeParse(wanted);
  if (name.success) return name.data;
  const known = KnownName.options.join(', ');
  throw new BeckonError('invalid_request', `There is no setting “${wanted}”. There are: ${known}.`);
}

/** As it was typed; the gateway says what is wrong with it. */
function readValue(name: SettingName, typed: string): unknown {
  if (name === 'searchLeavesOut') return readFolders(typed);
  const schema = SettingValues.shape[name];
  const meant = schema.safeParse(null).success && typed === unset ? null : typed;
  if (schema.safeParse(meant).success) return meant;
  const hours = readHours(typed);
  if (schema.safeParse(hours).success) return hours;
  const read = typed.trim() === '' ? undefined : ({ true: true, false: false }[typed] ?? Number(typed));
  if (schema.safeParse(read).success) return read;
  const values = valuesOf(name);
  const may =
    values.length > 0
      ? `${name === 'quietHours' ? 'such as' : 'one of'}: ${values.join(', ')}`
      : 'a number of minutes, 0 for as long as it takes';
  throw new BeckonError('invalid_request', `“${name}” cannot be “${typed}”. It is ${may}.`);
}

/** Such as `22:00-07:00`, where this is typed. */
function readHours(typed: string): QuietHours | undefined {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(typed.trim()) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

function readFolders(typed: string): string[] {
  const folders = typed === none ? [] : typed.split(',').map((folder) => folder.trim());
  if (SettingValues.shape.searchLeavesOut.safeParse(folders).success) return folders;
  throw new BeckonError(
    'invalid_request',
    `“searchLeavesOut” cannot be “${typed}”. It is folders, each from the root of the disk, with commas between; or ${none}.`,
  );
}

function line(name: SettingName, settings: Settings): string {
  const given = settings.givenAtStart?.[name];
  const fixed = given === undefined ? '' : ` (given at start: ${given})`;
  return textLine(`${name} = ${valueText(settings[name])}  ${settingText(name, settings)}${fixed}`);
}

function valueText(value: Settings[SettingName]): string {
  if (Array.isArray(value)) return value.length === 0 ? none : value.join(',');
  if (value === null) return unset;
  return typeof value === 'object' ? `${value.from}-${value.to}` : String(value);
}
