// A gateway with scripted agents whose calls go to a service that a test owns. It is behind the seam of senders; time is the
// test's.
import { setImmediate } from 'node:timers/promises';
import type { CreateChannel } from '@beckon/protocol';
import type { GatewayOptions } from '../../packages/gateway/src/gateway.ts';
import type { Call, Sender, Sent } from '../../packages/gateway/src/notify/sender.ts';
import { approvalDraft } from './asks.ts';
import type { TestGateway } from './testGateway.ts';
import { testGateway } from './testGateway.ts';

/** A service that takes everything, unless it is told otherwise. */
export class Service {
  readonly calls: Call[] = [];
  readonly takenAway: string[] = [];
  reply: () => Promise<Sent> = async () => ({ ok: true, detail: 'It was taken.' });

  readonly sender: Sender<'webhook'> = {
    send: (_, call) => {
      this.calls.push(call);
      return this.reply();
    },
    takeAway: async (_, { id }) => {
      this.takenAway.push(id);
      return { ok: true, detail: 'It is gone.' };
    },
  };

  get titles(): string[] {
    return this.calls.map(({ title }) => title);
  }
}

export const hook = (change: object = {}) =>
  ({
    type: 'webhook',
    url: 'https://bell.example/x',
    secret: 'hush hush',
    privacy: 'full',
    ...change,
  }) as CreateChannel;

export class House implements AsyncDisposable {
  readonly service = new Service();
  readonly house: TestGateway;
  #count = 0;

  private constructor(house: TestGateway, service: Service) {
    this.house = house;
    this.service = service;
  }

  static async open(options: Partial<GatewayOptions> = {}, service = new Service()): Promise<House> {
    const house = await testGateway('memory', { senders: { webhook: service.sender }, ...options });
    return new House(house, service);
  }

  get client() {
    return this.house.gateway.connect('this test');
  }

  get ledger() {
    return this.house.gateway.parts.ledger;
  }

  async session(title = 'Shop'): Promise<string> {
    return (await this.client.createSession({ cwd: this.house.folder.path, title })).id;
  }

  async ask(sessionId: string, command = 'touch x.txt') {
    const toolCallId = `toolu_${++this.#count}`;
    void this.house.driver.agent(sessionId).call(approvalDraft({ toolCallId, input: { command } }));
    await settle();
    return this.ledger.unfinished(sessionId).find((ask) => ask.toolCallId === toolCallId)!;
  }

  async pass(ms: number): Promise<void> {
    this.house.clock.advance(ms);
    await settle();
  }

  /** A page of a device that follows the events. */
  async look(isVisible = true): Promise<() => void> {
    const { presence } = this.house.gateway.parts;
    const close = presence.streamOpened('d1');
    presence.report('d1', { page: 'p', isVisible });
    return close;
  }

  async [Symbol.asyncDispose]() {
    await this.house[Symbol.asyncDispose]();
  }
}

/** Lets everything happen that follows by itself. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await setImmediate();
}
