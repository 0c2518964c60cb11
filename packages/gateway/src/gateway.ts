// The composition root: the parts of the house, in the order in which an ask meets them.
import type { About } from '@beckon/protocol';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './database.ts';
import type { Driver } from './drivers/driver.ts';
import { Ledger } from './ledger/ledger.ts';
import { createMemoryAskStore } from './ledger/memoryStore.ts';
import { createSqliteAskStore } from './ledger/sqliteStore.ts';
import type { Logger } from './log.ts';
import { silentLog } from './log.ts';
import { EventLog } from './sessions/eventLog.ts';
import type { House, Limits } from './sessions/house.ts';
import { SessionRegistry } from './sessions/registry.ts';
import { SessionStore } from './sessions/sessionStore.ts';
import type { Rooms } from './transports/direct.ts';
import { DirectTransport } from './transports/direct.ts';

export interface GatewayOptions {
  drivers: Driver[];
  about: Omit<About, 'drivers'>;
  /** Where to keep everything; without it, in memory. */
  databasePath?: string;
  limits?: Partial<Limits>;
  clock?: Clock;
  log?: Logger;
}

export interface Gateway extends AsyncDisposable {
  /** For the transports that serve clients. */
  rooms: Rooms;
  /** A client in this process. `device` says in words where its answers come from. */
  connect(device: string): DirectTransport;
  /** Ends every agent and settles everything that was open. */
  close(): Promise<void>;
}

const defaultLimits: Limits = { ask: { outcome: 'wait' }, idleAfterMs: 30 * 60_000 };

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { drivers, about, databasePath, clock = systemClock, log = silentLog } = options;
  const database = await openDatabase(databasePath);

  // Asks are born in a driver, live in the ledger …
  const askStore = databasePath === undefined ? createMemoryAskStore() : createSqliteAskStore(database);
  const ledger = new Ledger({
    store: askStore,
    now: () => clock.now(),
    onStep: (ask, step) => sessions.askStepped(ask, step),
    onUnwritten: (error, { id, state }) => log.error({ error, askId: id, state }, 'could not save a step of an ask'),
  });

  // … are shown to every client …
  const events = new EventLog({ snapshot: () => sessions.list() });
  const house: House = {
    clock,
    log,
    events,
    store: new SessionStore(database),
    ledger,
    drivers: Object.fromEntries(drivers.map((driver) => [driver.name, driver])),
    limits: { ...defaultLimits, ...options.limits },
  };
  const sessions = new SessionRegistry(house);
  await sessions.restore();

  // … and are answered through a transport.
  const rooms: Rooms = { about: { ...about, drivers: drivers.map(({ name }) => name) }, sessions, ledger, events };
  const close = once(async () => {
    await sessions.close();
    database.close();
  });
  return { rooms, connect: (device) => new DirectTransport(rooms, device), close, [Symbol.asyncDispose]: close };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= work());
}
