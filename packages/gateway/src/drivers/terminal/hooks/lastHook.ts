// When a hook last arrived, kept for `beckon hooks status`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Timestamp } from '@beckon/protocol';
import { z } from 'zod';

const LastHook = z.object({ event: z.string(), at: Timestamp });
export type LastHook = z.infer<typeof LastHook>;

/** Notes arrivals, to the second: what comes more often than that is not worth a write. */
export function keepLastHook(stateDir: string): (arrival: LastHook) => void {
  let writtenAt = 0;
  return (arrival) => {
    if (arrival.at - writtenAt < 1000) return;
    writtenAt = arrival.at;
    writeFileSync(pathIn(stateDir), JSON.stringify(arrival), { mode: 0o600 });
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
