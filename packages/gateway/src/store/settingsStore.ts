// Where a person's settings are kept, by name. What is not there has never been set.
import type { SettingName, SettingValues } from '@beckon/protocol';

export interface SettingsStore {
  /** As it was kept, by whichever version. */
  read(): Readonly<Record<string, unknown>>;
  /** The others stay as they are. Durable. */
  write(change: { [Name in SettingName]?: SettingValues[Name] | undefined }): void;
}
