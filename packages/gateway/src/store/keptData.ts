// What an entry of the log says, also where an earlier version wrote it: entries never change.
import { readKeptAsk } from './keptAsk.ts';
import { withDevices } from './withDevices.ts';

export function readKeptData(kept: { ask?: object }): object {
  return kept.ask ? { ...kept, ask: readKeptAsk(kept.ask) } : withDevices(kept);
}
