// What a tab and the shared worker say to each other. Errors travel as their bodies, because a class does not survive
// the passage.
import { BeckonError } from '@beckon/protocol';
import type { Connection, ErrorBody, ReceivedEvent } from '@beckon/protocol';

/** `alive` is said every now and then, so that the hub can forget tabs that went without a `bye`. */
export type TabMessage = 'hello' | 'alive' | 'retry' | 'bye';

/** A worker cannot read what the page keeps, so each message of a tab brings the key that the worker is to show. */
export interface TabLetter {
  message: TabMessage;
  key: string | undefined;
}

export type HubMessage =
  /** In order; what came together is told together, since each message costs the tab a task of its own. */
  | { type: 'events'; events: ReceivedEvent[] }
  | { type: 'connection'; connection: PortableConnection }
  /** The echo of a tab's `alive`. */
  | { type: 'alive' };

type Offline = Extract<Connection, { state: 'offline' }>;
type PortableConnection = Exclude<Connection, Offline> | (Omit<Offline, 'error'> & { error: ErrorBody });

export function toPortable(connection: Connection): PortableConnection {
  return connection.state === 'offline' ? { ...connection, error: connection.error.toBody() } : connection;
}

export function fromPortable(connection: PortableConnection): Connection {
  if (connection.state !== 'offline') return connection;
  const { code, message } = connection.error.error;
  return { ...connection, error: new BeckonError(code, message) };
}
