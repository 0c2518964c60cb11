// Connections from senders who have not shown who they are: few, and not for long. A burst of senders who show it at once,
// such as hooks, passes; whoever opens many and stays silent shuts out other strangers, and nobody who is known.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Strangers {
  /** Its sender has shown who they are. */
  known(socket: Socket): void;
}

/** For the server that is watched: how long it waits for the head of a request, and for all of it. */
export const patience = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 1_000 };

export interface StrangersLimits {
  /** More than these make room for newer ones once they have been silent for a while, … */
  few: number;
  silentForMs: number;
  /** … more than these at once. */
  most: number;
  /** Long enough to load the page over a slow line. */
  forMs: number;
}

const usual: StrangersLimits = { few: 200, silentForMs: 5_000, most: 5_000, forMs: 30_000 };

export function watchStrangers(server: Server, limits: Partial<StrangersLimits> = {}): Strangers {
  const { few, silentForMs, most, forMs } = { ...usual, ...limits };
  /** Oldest first. */
  const strangers = new Map<Socket, { since: number; timer: NodeJS.Timeout }>();
  const forget = (socket: Socket) => {
    clearTimeout(strangers.get(socket)?.timer);
    strangers.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    const now = performance.now();
    strangers.set(socket, { since: now, timer: setTimeout(() => socket.destroy(), forMs) });
    socket.once('close', () => forget(socket));
    for (const [oldest, { since }] of strangers) {
      const isTooMany = strangers.size > most || (strangers.size > few && now - since > silentForMs);
      if (!isTooMany) break;
      forget(oldest);
      oldest.destroy();
    }
  });
  return { known: forget };
}
