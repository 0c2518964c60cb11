// The switch that turns all hooks off, `disableAllHooks`. A folder must not turn off the hooks by which its person is guarded;
// the person may, in settings of their own.
import { join } from 'node:path';
import { claudeFolder } from '../claudeFolder.ts';
import { isObject, parsed } from './folder/json.ts';
import { readCarefully } from './folder/readCarefully.ts';

/** As it stands in the settings that an agent is given, which count for more than the person's and the folder's. */
export const hooksOn = { disableAllHooks: false } as const;

/** Says nothing where the person has turned hooks off. Hooks that are no settings, as the SDK's, run all the same. */
export async function personsHookSwitch(env: Record<string, string>): Promise<Partial<typeof hooksOn>> {
  const reading = await readCarefully(join(claudeFolder(env), 'settings.json'));
  const settings = reading && 'text' in reading ? parsed(reading.text)?.value : undefined;
  return isObject(settings) && settings['disableAllHooks'] === true ? {} : hooksOn;
}
