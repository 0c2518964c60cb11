// What every session and every agent shares.
import type { DriverName } from '@beckon/protocol';
import type { TrustedFolders } from './access/trustedFolders.ts';
import type { Clock } from './clock.ts';
import type { StartQueue } from './agents/startQueue.ts';
import type { Driver } from './drivers/driver.ts';
import type { Ledger } from './asks/ledger.ts';
import type { Logger } from './logger.ts';
import type { EventLog } from './telling/eventLog.ts';
import type { InputStore } from './store/inputStore.ts';
import type { SessionStore } from './store/sessionStore.ts';

export interface House {
  clock: Clock;
  log: Logger;
  events: EventLog;
  store: SessionStore;
  inputs: InputStore;
  ledger: Ledger;
  drivers: Readonly<Record<DriverName, Driver>>;
  limits: Omit<Limits, 'ask'>;
  /** For what is asked from now on. */
  askLimit: () => AskLimit;
  startQueue: StartQueue;
  trust: TrustedFolders;
}

/**
 * How long an agent waits for an answer, and what comes then: its process is ended and the ask waits on without it, or
 * the agent is told no. Or it waits for as long as it takes.
 */
export type AskLimit = { outcome: 'park' | 'deny'; afterMs: number } | { outcome: 'wait' };

export interface Limits {
  /** In place of what is set. */
  ask: AskLimit;
  /** How many agents run at once; a further start waits until one has given way. */
  maxAgents: number;
  /** An agent that has nothing to do and waits for nobody is ended after this long; a message brings it back. */
  idleAfterMs: number;
  /** How many of the newest messages of a conversation are held in memory; 200 unless told otherwise. */
  heldMessages?: number;
  /** How many asks of an agent are open at once, 200 unless told otherwise; further ones wait for their turn. */
  openAsks?: number;
}
