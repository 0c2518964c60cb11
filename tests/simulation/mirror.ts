// Lets real stores do all that the simulated ones do, and compares what they say.
import { isDeepStrictEqual } from 'node:util';
import type { Stores } from '../../packages/gateway/src/store/stores.ts';

/** `differ` is called with the name of every method to which they say different things. */
export function mirrored(simulated: Stores, real: Stores, differ: (method: string) => void): Stores {
  // The sessions of a run are there before its first gateway.
  const known = new Set(real.sessions.listSessions().map(({ id }) => id));
  for (const session of simulated.sessions.listSessions())
    if (!known.has(session.id)) real.sessions.saveSession(session);
  const knownChannels = new Set(real.channels.list().map(({ id }) => id));
  for (const channel of simulated.channels.list())
    if (!knownChannels.has(channel.id)) real.channels.save(channel, 'durable');
  return {
    asks: mirroredPort(simulated.asks, real.asks, differ),
    inputs: mirroredPort(simulated.inputs, real.inputs, differ),
    sessions: mirroredPort(simulated.sessions, real.sessions, differ),
    log: mirroredPort(simulated.log, real.log, differ),
    attempts: mirroredPort(simulated.attempts, real.attempts, differ),
    settings: mirroredPort(simulated.settings, real.settings, differ),
    devices: mirroredPort(simulated.devices, real.devices, differ),
    trust: mirroredPort(simulated.trust, real.trust, differ),
    channels: mirroredPort(simulated.channels, real.channels, differ),
    disk: simulated.disk,
  };
}

/** What the simulated store refuses, the real one is not even told of. */
function mirroredPort<Port extends object>(simulated: Port, real: Port, differ: (method: string) => void): Port {
  return new Proxy(simulated, {
    get(_, name) {
      const [method, realMethod] = [simulated, real].map((port) => Reflect.get(port, name) as Method);
      return (...values: unknown[]) => {
        const said = method!(...values);
        // A cursor is a place among the rows of the store that gave it, and leads elsewhere in another.
        if (values.some(hasCursor)) return said;
        if (!isDeepStrictEqual(content(said), content(realMethod!(...values)))) differ(String(name));
        return said;
      };
    },
  });
}

function hasCursor(value: unknown): boolean {
  return (Object(value) as { before?: unknown }).before !== undefined;
}

type Method = (...values: unknown[]) => unknown;

/** Cursors into the rows differ. */
function content(said: unknown): unknown {
  const { next: _, ...rest } = Object(said) as Record<string, unknown>;
  return typeof said === 'object' && said !== null && 'next' in said ? rest : said;
}
