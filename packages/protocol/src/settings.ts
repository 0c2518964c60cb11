// What is kept for all of a person's devices. A further setting is a line here: its schema, and what it is until somebody sets it.
import { z } from 'zod';
import { PermissionMode } from './permission.ts';
import { ModelName } from './session.ts';

/** `system`: as the device it is shown on has it. */
export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** How long a given answer can be taken back before it goes on its way; 0 sends it at once. */
export const AnswerDelay = z.literal([0, 3, 5]);
export type AnswerDelay = z.infer<typeof AnswerDelay>;

/** `park` ends the agent's process and keeps the ask, whose answer brings the agent back; `deny` tells the agent no. */
export const WhenUnanswered = z.enum(['park', 'deny']);
export type WhenUnanswered = z.infer<typeof WhenUnanswered>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is no time of day such as 22:00');

/** When nobody is called: every day from one time to the other, which may be the next morning, where its person lives. */
export const QuietHours = z.object({
  from: timeOfDay,
  to: timeOfDay,
  timeZone: z.string().max(100).refine(isTimeZone, 'is no time zone such as Europe/Berlin'),
});
export type QuietHours = z.infer<typeof QuietHours>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** As the agent names it: from the root of the disk. */
const FolderPath = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^(?:\/|[A-Za-z]:\\)/, 'is no path from the root of the disk');

const minutesOfAYear = 366 * 24 * 60;

export const SettingValues = z.object({
  /** Whether new sessions run their commands in a sandbox where nobody says otherwise; one that cannot is refused. */
  sandbox: z.boolean(),
  /** The mode that new sessions start in where nobody says otherwise; `null` is their driver's own. */
  permissionMode: PermissionMode.nullable(),
  /** The model that new sessions run on where nobody says otherwise; `null` is the agent's own. */
  model: ModelName.nullable(),
  /** How long an agent waits for an answer, in minutes; 0 is for as long as it takes. */
  askLimitMinutes: z.number().min(0).max(minutesOfAYear),
  whenUnanswered: WhenUnanswered,
  answerDelaySeconds: AnswerDelay,
  theme: Theme,
  /** What is held back meanwhile comes as one when they are over. `null`: there are none. */
  quietHours: QuietHours.nullable(),
  /** Whether a call is repeated, after 5 and after 30 minutes, where nobody has seen what it was about. */
  callReminders: z.boolean(),
  /** Whether what was ever said or done can be searched; switched off, there is no index on the disk. */
  searchIndex: z.boolean(),
  /** Folders of which nothing is taken into the index, each with all that is below it. */
  searchLeavesOut: z.array(FolderPath).max(100),
});
export type SettingValues = z.infer<typeof SettingValues>;
export type SettingName = keyof SettingValues;
export const SettingName = z.enum(Object.keys(SettingValues.shape) as [SettingName, ...SettingName[]]);

export const defaultSettings: SettingValues = {
  sandbox: false,
  permissionMode: null,
  model: null,
  askLimitMinutes: 10,
  whenUnanswered: 'park',
  answerDelaySeconds: 0,
  theme: 'system',
  quietHours: null,
  callReminders: true,
  searchIndex: true,
  searchLeavesOut: [],
};

/** What holds now. What was given when the gateway was started cannot be changed while it runs. */
export const Settings = SettingValues.extend({
  /** By setting, the words that it was given with: `--ask-limit 5`. */
  givenAtStart: z.partialRecord(SettingName, z.string()).optional(),
});
export type Settings = z.infer<typeof Settings>;

export const UpdateSettings = SettingValues.partial().refine(
  (change) => Object.keys(change).length > 0,
  'names nothing to change',
);
export type UpdateSettings = z.infer<typeof UpdateSettings>;

/** What was kept, as far as it is readable: a setting that another version has kept in its own way is as if never set. */
export function readKeptSettings(kept: Readonly<Record<string, unknown>>): SettingValues {
  const readable = SettingName.options.flatMap((name) => {
    const parsed = SettingValues.shape[name].safeParse(kept[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(readable) };
}

/** A setting in words: what the log says of a change, and a command prints. */
export function settingText(name: SettingName, values: UpdateSettings): string {
  switch (name) {
    case 'sandbox':
      return `new sessions run ${values.sandbox ? 'in a sandbox' : 'without a sandbox'}`;
    case 'permissionMode':
      return values.permissionMode
        ? `new sessions start in mode “${values.permissionMode}”`
        : 'new sessions start in their driver’s own mode';
    case 'model':
      return values.model ? `new sessions run on model “${values.model}”` : 'new sessions run on the agent’s own model';
    case 'askLimitMinutes':
      return values.askLimitMinutes
        ? `agents wait ${values.askLimitMinutes} min for an answer`
        : 'agents wait for an answer for as long as it takes';
    case 'whenUnanswered':
      return values.whenUnanswered === 'deny'
        ? 'what is not answered in time is denied'
        : 'what is not answered in time is parked';
    case 'answerDelaySeconds':
      return values.answerDelaySeconds
        ? `answers go out after ${values.answerDelaySeconds} s`
        : 'answers go out at once';
    case 'theme':
      return `the theme is “${values.theme ?? defaultSettings.theme}”`;
    case 'quietHours':
      return values.quietHours
        ? `nobody is called from ${values.quietHours.from} to ${values.quietHours.to} (${values.quietHours.timeZone})`
        : 'there are no quiet hours';
    case 'callReminders':
      return values.callReminders ? 'calls are repeated where nobody has seen them' : 'calls are not repeated';
    case 'searchIndex':
      return values.searchIndex ? 'search is switched on' : 'search is switched off, and its index removed';
    case 'searchLeavesOut':
      return values.searchLeavesOut?.length
        ? `search leaves out ${values.searchLeavesOut.join(', ')}`
        : 'search leaves out no folder';
  }
}
