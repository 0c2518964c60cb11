// What every session shares.
import type { DriverName } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { EventLog } from './eventLog.ts';
import type { SessionStore } from './sessionStore.ts';

export interface House {
  clock: Clock;
  log: Logger;
  events: EventLog;
  store: SessionStore;
  ledger: Ledger;
  drivers: Partial<Record<DriverName, Driver>>;
  limits: Limits;
}

export interface Limits {
  /** How long an ask waits, and what becomes of it then: the agent is told no, or there is no limit. */
  ask: { outcome: 'wait' } | { outcome: 'deny'; afterMs: number };
  /** An agent that has nothing to do and waits for nobody is ended after this long; a message brings it back. */
  idleAfterMs: number;
}
