// Asks, sessions and log entries of earlier versions name a device by words alone. They are read as if it had had an id:
// the log is append-only, so what it holds is brought up to date at each reading.
import type { Device } from '@beckon/protocol';

/** `kept` as it was written by any version, changed in place to what this version writes. */
export function withDevices<Kept extends object>(kept: Kept): Kept {
  const fields = kept as Partial<Record<string, unknown>>;
  for (const name of ['device', 'createdOn']) {
    if (typeof fields[name] === 'string') fields[name] = namedDevice(fields[name]);
  }
  for (const name of ['answeredBy', 'grantedBy']) {
    const answerer = fields[name] as EarlierAnswerer | undefined;
    if (answerer?.type === undefined && answerer?.device !== undefined) {
      const { device, ...rest } = answerer;
      fields[name] = { type: 'device', ...namedDevice(device), ...rest };
    }
  }
  for (const name of ['shown', 'seen', 'changed']) {
    const nested = fields[name];
    if (Array.isArray(nested)) nested.forEach(withDevices);
    else if (typeof nested === 'object' && nested !== null) withDevices(nested);
  }
  return kept;
}

interface EarlierAnswerer {
  type?: string;
  device?: string;
}

/** The same words are the same device, as they were then. */
function namedDevice(name: string): Device {
  return { id: `earlier:${name}`, name };
}
