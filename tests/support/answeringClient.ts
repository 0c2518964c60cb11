// A person who answers whatever is asked, sooner or later, one way or the other, and tries again until the gateway has said
// what became of the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Ask, Transport } from '@beckon/protocol';
import { BeckonError, openAsks, randomKey } from '@beckon/protocol';
import type { Random } from './random.ts';
import { Watcher } from './watcher.ts';

export interface Acknowledged {
  askId: string;
  type: Answer['type'];
}

export class AnsweringClient {
  /** The answers that the gateway has taken. */
  readonly acknowledged: Acknowledged[] = [];
  readonly #transport: Transport;
  readonly #random: Random;
  readonly #name: string;
  readonly #watcher: Watcher;
  readonly #answered = new Set<string>();
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(transport: Transport, random: Random, name: string) {
    this.#transport = transport;
    this.#random = random;
    this.#name = name;
    this.#watcher = new Watcher(transport);
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.#watcher[Symbol.dispose]();
  }

  async #run(): Promise<void> {
    const answering: Promise<void>[] = [];
    while (!this.#isStopped) {
      for (const ask of openAsks(this.#watcher.view)) {
        if (this.#answered.has(ask.id)) continue;
        this.#answered.add(ask.id);
        answering.push(this.#answer(ask));
      }
      await sleep(20);
    }
    await Promise.all(answering);
  }

  async #answer({ id: askId, sessionId, toolCallId }: Ask): Promise<void> {
    await sleep(this.#random.below(600));
    const type = this.#random.below(4) === 0 ? 'deny' : 'approve';
    const request = { toolCallId, askId, clientKey: `${this.#name}-${randomKey()}` };
    while (!this.#isStopped) {
      try {
        await (type === 'deny'
          ? this.#transport.denyTool(sessionId, { ...request, message: 'Rather not.' })
          : this.#transport.approveTool(sessionId, request));
        this.acknowledged.push({ askId, type });
        return;
      } catch (error) {
        // The gateway is away, and nobody knows whether it has the answer: the same attempt once more.
        if (!(error instanceof BeckonError) || error.status < 500) return;
        await sleep(100);
      }
    }
  }
}
