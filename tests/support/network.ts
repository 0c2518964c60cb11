// A network between a browser and the gateway, with the habits that a test gives it. Chromium's own offline switch does
// not reach the shared worker through which the page gets its events.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TransformCallback } from 'node:stream';
import { Transform } from 'node:stream';

export interface NetworkHabits {
  /** Cuts every connection that is this old, as some proxies do with streams. */
  cutsAfterMs?: number;
  /** Gathers what the gateway says, and passes it on only so often. */
  gathersForMs?: number;
}

export interface Network extends AsyncDisposable {
  /** The gateway's address on this side of the network. */
  url: string;
  /** How many connections have been cut because they were old. */
  readonly oldCut: number;
  /** Ends all connections and lets no new ones through. */
  cut(): void;
  mend(): void;
  /** Passes nothing on any more over the connections there are, and tells neither side; new ones work. */
  forget(): void;
}

export async function openNetwork(gatewayUrl: string, habits: NetworkHabits = {}): Promise<Network> {
  const { hostname, port } = new URL(gatewayUrl);
  const links = new Set<Link>();
  let isCut = false;
  let oldCut = 0;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const link = new Link(near, connect(Number(port), hostname), habits);
    links.add(link);
    const grownOld =
      habits.cutsAfterMs === undefined
        ? undefined
        : setTimeout(() => {
            oldCut += 1;
            link.end();
          }, habits.cutsAfterMs);
    near.on('close', () => {
      clearTimeout(grownOld);
      links.delete(link);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const link of links) link.end();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get oldCut() {
      return oldCut;
    },
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    forget() {
      for (const link of links) link.forget();
    },
    async [Symbol.asyncDispose]() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One connection: the browser's end near, the gateway's far. */
class Link {
  readonly #near: Socket;
  readonly #far: Socket;

  constructor(near: Socket, far: Socket, { gathersForMs }: NetworkHabits) {
    this.#near = near;
    this.#far = far;
    near.pipe(far);
    if (gathersForMs === undefined) far.pipe(near);
    else far.pipe(new Gathering(gathersForMs)).pipe(near);
    for (const socket of [near, far]) {
      // A connection that is cut on one side is cut on the other; why does not matter here.
      socket.on('error', () => undefined);
      socket.on('close', () => this.end());
    }
  }

  forget(): void {
    this.#near.unpipe().resume();
    this.#far.unpipe().resume();
  }

  end(): void {
    this.#near.destroy();
    this.#far.destroy();
  }
}

class Gathering extends Transform {
  readonly #forMs: number;
  #gathered: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(forMs: number) {
    super();
    this.#forMs = forMs;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#gathered.push(chunk);
    this.#timer ??= setTimeout(() => this.#passOn(), this.#forMs);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#passOn();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.length > 0) this.push(Buffer.concat(this.#gathered.splice(0)));
  }
}
