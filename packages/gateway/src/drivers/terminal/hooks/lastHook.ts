// When a hook last arrived, kept for `beckon hooks status`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Timestamp } from '@beckon/protocol';
import { z } from 'zod';
import type { KeptFiles } from '../keptFiles.ts';

const LastHook = z.object({ event: z.string(), at: Timestamp });
export type LastHook = z.infer<typeof LastHook>;

/** Notes arrivals, to the second: what comes more often than that is not worth a write. */
export function keepLastHook(stateDir: string, files: KeptFiles): (arrival: LastHook) => void {
  let writtenAt = 0;
  return (arrival) => {
    if (arrival.at - writtenAt < 1000) return;
    writtenAt = arrival.at;
    files.replace(pathIn(stateDir), JSON.stringify(arrival), 0o600);
  };
}

export function readLastHook(stateDir: string): LastHook | undefined {
  try {
    return LastHook.parse(JSON.parse(readFileSync(pathIn(stateDir), 'utf8')));
  } catch {
    return undefined;
  }
}

function pathIn(stateDir: string): string {
  return join(stateDir, 'last-hook.json');
}
