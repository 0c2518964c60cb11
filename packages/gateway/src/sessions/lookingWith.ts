// What is in a folder, for those who look without a session: any driver that can tell finds the same there.
import { stat } from 'node:fs/promises';
import type { FolderLook } from '@beckon/protocol';
import type { Driver } from '../drivers/driver.ts';

export function lookingWith(drivers: readonly Driver[]): (folder: string) => Promise<FolderLook | 'gone' | undefined> {
  return async (folder) => {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) return 'gone';
    return drivers.find((driver) => driver.whatRuns)?.whatRuns?.(folder);
  };
}
