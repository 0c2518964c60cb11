// A network between a browser and the gateway that a test can cut. Chromium's own offline switch does not reach the
// shared worker through which the page gets its events.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface Network extends AsyncDisposable {
  /** The gateway's address on this side of the network. */
  url: string;
  /** Ends all connections and lets no new ones through. */
  cut(): void;
  mend(): void;
}

export async function openNetwork(gatewayUrl: string): Promise<Network> {
  const { hostname, port } = new URL(gatewayUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      // A connection that is cut on one side is cut on the other; why does not matter here.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
