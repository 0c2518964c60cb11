// Where a person's settings are kept, by name. What is not there has never been set.
import type { Settings } from '@beckon/protocol';

export interface SettingsStore {
  read(): Partial<Settings>;
  /** The others stay as they are. Durable. */
  write(change: { [Name in keyof Settings]?: Settings[Name] | undefined }): void;
}
