// Connections on which nobody has shown yet who they are: few, and not for long. Whoever is known has all the others.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface NewcomerLimits {
  /** A further one takes the place of the oldest: whoever belongs here shows it with the first request … */
  most: number;
  /** … once it has had this long for it. A thousand hooks may connect before the first of them is read. */
  chanceMs: number;
  /** No more than this in any case. */
  mostAtOnce: number;
  /** The head of a request takes no longer than this to come. */
  headMs: number;
  /** Without a sign of life for this long it is closed. */
  silentMs: number;
  /** It has shown who it is by then. */
  wholeMs: number;
}

const usualLimits: NewcomerLimits = {
  most: 128,
  chanceMs: 5_000,
  mostAtOnce: 2_048,
  headMs: 10_000,
  silentMs: 10_000,
  wholeMs: 60_000,
};

interface Newcomer {
  since: number;
  /** Takes away all that watches it. */
  letBe: () => void;
}

export class Newcomers {
  readonly #limits: NewcomerLimits;
  /** The oldest first. */
  readonly #sockets = new Map<Socket, Newcomer>();

  constructor(limits: Partial<NewcomerLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** What a server is made with, so that it holds to the limits on the head of a request. */
  get serverOptions() {
    const { headMs } = this.#limits;
    return { headersTimeout: headMs, connectionsCheckingInterval: Math.min(1_000, headMs) };
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket));
  }

  /** Someone has shown on it who they are: from now on it is like any other. */
  admit(socket: Socket | undefined): void {
    if (socket) this.#drop(socket);
  }

  /**
   * While the work lasts, which knows its caller by other means, the connection does not count. Where it did not know its
   * caller, the connection is as old as it was; else its reply is on its way, and it begins anew.
   */
  async during<T>(socket: Socket | undefined, work: Promise<T>, knewCaller: (result: T) => boolean): Promise<T> {
    const earlier = socket && this.#sockets.get(socket);
    this.admit(socket);
    let since = earlier?.since;
    try {
      const result = await work;
      if (knewCaller(result)) since = undefined;
      return result;
    } finally {
      if (earlier && !socket.destroyed) this.#add(socket, since);
    }
  }

  #add(socket: Socket, since = performance.now()): void {
    const { silentMs, wholeMs } = this.#limits;
    const close = () => socket.destroy();
    const forget = () => this.#drop(socket);
    const closing = setTimeout(close, Math.max(0, since + wholeMs - performance.now()));
    socket.setTimeout(silentMs).on('timeout', close).on('close', forget);
    const letBe = () => {
      clearTimeout(closing);
      socket.setTimeout(0).off('timeout', close).off('close', forget);
    };
    const younger = [...this.#sockets].filter(([, other]) => other.since > since);
    for (const [other] of younger) this.#sockets.delete(other);
    for (const [each, newcomer] of [[socket, { since, letBe }] as const, ...younger]) this.#sockets.set(each, newcomer);
    this.#makeRoom();
  }

  #makeRoom(): void {
    const { most, chanceMs, mostAtOnce } = this.#limits;
    for (const [socket, { since }] of this.#sockets) {
      const hasHadItsChance = performance.now() - since >= chanceMs;
      if (this.#sockets.size <= (hasHadItsChance ? most : mostAtOnce)) return;
      this.#drop(socket);
      socket.destroy();
    }
  }

  #drop(socket: Socket): void {
    this.#sockets.get(socket)?.letBe();
    this.#sockets.delete(socket);
  }
}
