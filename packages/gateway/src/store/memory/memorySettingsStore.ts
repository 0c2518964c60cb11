// A person's settings in memory.
import type { SettingsStore } from '../settingsStore.ts';
import type { Memory } from './memoryTables.ts';

export function createMemorySettingsStore({ tables: { settings }, write }: Memory): SettingsStore {
  return {
    read: () => Object.fromEntries(settings.inOrder().map(([name, { json }]) => [name, JSON.parse(json)])),
    write(change) {
      write('durable', () => {
        for (const [name, value] of Object.entries(change)) {
          if (value !== undefined) settings.put(name, { json: JSON.stringify(value) });
        }
      });
    },
  };
}
