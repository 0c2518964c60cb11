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
  /** The head of its first request takes no longer than this to come. */
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
  hasHadItsChance: boolean;
  /** The head of a request has come. */
  hasAsked: () => void;
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

  /**
   * What a server is made with, for the heads of later requests too. Its own limit on heads does not know what has come and
   * was not read yet.
   */
  get serverOptions() {
    const { wholeMs } = this.#limits;
    return { headersTimeout: wholeMs, connectionsCheckingInterval: wholeMs / 2 };
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.add(socket));
    server.on('request', ({ socket }) => this.#sockets.get(socket)?.hasAsked());
  }

  /** One that is known already stays as it is. */
  add(socket: Socket): void {
    if (!this.#sockets.has(socket)) this.#add(socket);
  }

  /** What was said on the first goes on, encrypted, on the second. It is as old as it was. */
  become(first: Socket, second: Socket): void {
    const earlier = this.#sockets.get(first);
    if (!earlier || first === second) return;
    this.#drop(first);
    this.#add(second, earlier.since);
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
    const putBack = this.hold(socket);
    let isKnown = false;
    try {
      const result = await work;
      isKnown = knewCaller(result);
      return result;
    } finally {
      putBack({ isKnown });
    }
  }

  /**
   * It does not count until the returned function is called: a request has come on it that waits for its turn. From then
   * on it is as old as it was, or begins anew where its caller is known.
   */
  hold(socket: Socket | undefined): (how?: { isKnown: boolean }) => void {
    const earlier = socket && this.#sockets.get(socket);
    this.admit(socket);
    return ({ isKnown } = { isKnown: false }) => {
      if (earlier && !socket.destroyed) this.#add(socket, isKnown ? undefined : earlier.since);
    };
  }

  #add(socket: Socket, since = performance.now()): void {
    const { chanceMs, headMs, silentMs, wholeMs } = this.#limits;
    const left = (ms: number) => Math.max(0, since + ms - performance.now());
    const close = () => socket.destroy();
    const forget = () => this.#drop(socket);
    const closeIfSilent = () => {
      const { bytesRead } = socket;
      afterReading(0, () => {
        if (socket.bytesRead === bytesRead && this.#sockets.get(socket) === newcomer) close();
      });
    };
    const chance = afterReading(left(chanceMs), () => {
      newcomer.hasHadItsChance = true;
      this.#makeRoom();
    });
    const head = afterReading(headMs, close);
    const whole = afterReading(left(wholeMs), close);
    socket.setTimeout(silentMs).on('timeout', closeIfSilent).on('close', forget);
    const letBe = () => {
      for (const stop of [chance, head, whole]) stop();
      socket.setTimeout(0).off('timeout', closeIfSilent).off('close', forget);
    };
    const newcomer: Newcomer = { since, hasHadItsChance: false, hasAsked: head, letBe };
    this.#sockets.set(socket, newcomer);
    // One that is older than others goes back to its place among them.
    const younger = [...this.#sockets].filter(([, other]) => other.since > since);
    for (const [other] of younger) this.#sockets.delete(other);
    for (const [other, its] of younger) this.#sockets.set(other, its);
    this.#makeRoom();
  }

  #makeRoom(): void {
    const { most, mostAtOnce } = this.#limits;
    for (const [socket, { hasHadItsChance }] of this.#sockets) {
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

/**
 * Calls after this long, and after all has been read that had come by then. A gateway that stood still, or had a thousand hooks
 * to read first, may have left a request unread for all of that time, and whoever sent it was not slow. Returns what stops it.
 */
function afterReading(ms: number, act: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (reading = setImmediate(act)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
