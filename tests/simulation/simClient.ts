// A person's device: it follows the events when it gets to it, loses its stream, and shows what the protocol's own
// reducer makes of it all. What is pressed on it may arrive late, twice, or not at all, and so may the reply.
import type { Ask, EventPosition, GatewayEvent, Transport, View } from '@beckon/protocol';
import { BeckonError, clientKeyOf, emptyView, isAskEvent, openAsks, reduceView } from '@beckon/protocol';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import type { Subscription } from '../../packages/gateway/src/telling/eventLog.ts';
import type { Press } from './book.ts';
import { makeAnswer, makeNonsense } from './calls.ts';
import type { World } from './world.ts';

export class SimClient {
  readonly device: string;
  readonly #world: World;
  #stream: { of: Gateway; subscription: Subscription } | undefined;
  view: View = emptyView;
  /** Every ask that it was ever told of, as it was told last, by tool call: chance must not see the asks' own ids. */
  readonly known = new Map<string, Ask>();

  constructor(world: World, device: string) {
    this.#world = world;
    this.device = device;
  }

  read(): void {
    for (let events = this.#take(); events.length > 0; events = this.#take())
      for (const event of events) this.#see(event);
  }

  /** The next read goes on from where it was. */
  cut(): void {
    this.#stream?.subscription.close();
    this.#stream = undefined;
  }

  /** As a page that is loaded anew. */
  startOver(): void {
    this.cut();
    this.view = emptyView;
  }

  /** Presses a button on something that is shown, or was a moment ago. */
  answerSomething(): string | undefined {
    const { random } = this.#world;
    const shown = openAsks(this.view);
    const ask = random.chance(0.85) ? random.pick(shown) : random.pick([...this.known.values()]);
    if (!ask) return undefined;
    const isNonsense = random.chance(0.05);
    const answer = isNonsense ? makeNonsense(ask) : makeAnswer(random, ask);
    this.press(ask, answer, isNonsense);
    return `answers ${ask.toolCallId} with ${answer.type}${isNonsense ? ', which is nonsense' : ''}`;
  }

  press(ask: Ask, answer: Press['answer'], isNonsense = false): Press {
    const { random, book, temper } = this.#world;
    const key = `key ${book.presses.size + 1}`;
    const press: Press = { key, device: this.device, ask, answer, isNonsense, replies: [], takenBack: 'no' };
    book.presses.set(key, press);
    for (let copies = random.chance(0.3 * temper.oddity) ? 2 : 1; copies > 0; copies--) this.#postAnswer(press, 2);
    return press;
  }

  takeSomethingBack(): string | undefined {
    const { random, book } = this.#world;
    const answered = [...this.known.values()].filter(({ state }) => state === 'answered');
    const undelivered = answered.filter(({ handedAt }) => handedAt === undefined);
    const ask = random.pick(undelivered) ?? random.pick(answered);
    if (!ask) return undefined;
    this.#post(`takes back its answer to ${ask.toolCallId}`, async (transport) => {
      // Read first: afterwards its winner is gone.
      const press = book.presses.get(clientKeyOf(this.#world.disk.ask(ask.id)?.answeredBy) ?? '');
      try {
        await transport.takeBackAnswer(ask.id);
        if (press) press.takenBack = 'yes';
        book.winners.delete(ask.id);
      } catch (error) {
        if (BeckonError.from(error).code === 'store_unavailable' && press) press.takenBack = 'perhaps';
        throw error;
      }
    });
    return `wants to take back its answer to ${ask.toolCallId}`;
  }

  tryDelivery(): string | undefined {
    const ask = this.#world.random.pick([...this.known.values()].filter(({ phase }) => phase === 'undelivered'));
    if (!ask) return undefined;
    this.#post(`tries to deliver ${ask.toolCallId}`, (transport) => transport.deliverAnswer(ask.id));
    return `wants ${ask.toolCallId} to be delivered now`;
  }

  sendMessage(): string | undefined {
    const session = this.#world.random.pick(Object.values(this.view.sessions));
    if (session) this.write(session.id);
    return session && 'writes a message';
  }

  write(sessionId: string): void {
    const { random, book, temper } = this.#world;
    const content = `Go on, ${random.below(1_000_000)}`;
    const clientKey = `message ${book.presses.size} ${content}`;
    for (let copies = random.chance(0.15 * temper.oddity) ? 2 : 1; copies > 0; copies--) {
      this.#post('sends a message', (transport) => transport.sendMessage(sessionId, { content, clientKey }));
    }
  }

  interrupt(): string | undefined {
    const session = this.#world.random.pick(Object.values(this.view.sessions));
    if (!session) return undefined;
    this.#post('interrupts', (transport) => {
      this.#world.book.interrupted.add(session.id);
      return transport.interrupt(session.id);
    });
    return 'wants to interrupt';
  }

  removeSession(): string | undefined {
    const session = this.#world.random.pick(Object.values(this.view.sessions));
    if (!session) return undefined;
    this.#post('removes a session', (transport) => {
      this.#world.book.removed.add(session.id);
      return transport.deleteSession(session.id);
    });
    return 'wants to remove a session';
  }

  markSeen(): string | undefined {
    const ask = this.#world.random.pick(openAsks(this.view));
    if (ask) this.#post(`has seen ${ask.toolCallId}`, (transport) => transport.markSeen(ask.id));
    return ask && `looks at ${ask.toolCallId}`;
  }

  #postAnswer(press: Press, retries: number): void {
    const { random, temper } = this.#world;
    const { ask, answer, key: clientKey } = press;
    this.#post(`answers ${ask.toolCallId}`, async (transport) => {
      const at = press.replies.push('unknown') - 1;
      try {
        await transport.answer(ask.id, answer, clientKey);
        press.replies[at] = 'ok';
        this.#world.acknowledged(press);
      } catch (error) {
        press.replies[at] = BeckonError.from(error).code;
        this.#world.refused(press, BeckonError.from(error));
        throw error;
      } finally {
        const isReplyLost = press.replies[at] !== 'ok' || random.chance(0.1 * temper.oddity);
        if (isReplyLost && retries > 0 && random.chance(0.7)) this.#postAnswer(press, retries - 1);
      }
    });
  }

  /** Arrives whenever it does, if there is a gateway then. */
  #post(what: string, request: (transport: Transport) => Promise<unknown>): void {
    this.#world.agenda.add(this, `POST of ${this.device}: ${what}`, () => {
      const { gateway, life } = this.#world;
      if (!gateway) return;
      const reply = request(gateway.connect(this.device));
      void reply.then(
        () => life.isOver || this.#world.note(`200: ${what}`),
        (error: unknown) => life.isOver || this.#world.note(`${BeckonError.from(error).code}: ${what}`),
      );
    });
  }

  #see(event: GatewayEvent): void {
    const isNext = event.type === 'snapshot' || event.seq === this.view.seq + 1;
    if (!isNext) this.#world.broken('L6', `${this.device} got event ${event.seq} after ${this.view.seq}`);
    this.view = reduceView(this.view, event);
    const asks = event.type === 'snapshot' ? [...openAsks(this.view)] : [];
    if ('sessionId' in event && isAskEvent(event)) asks.push(event.data.ask);
    for (const ask of asks) this.known.set(ask.toolCallId, ask);
  }

  #take(): GatewayEvent[] {
    const { gateway } = this.#world;
    if (!gateway) return [];
    if (this.#stream?.of !== gateway) this.cut();
    this.#stream ??= { of: gateway, subscription: gateway.parts.events.subscribe(positionOf(this.view)) };
    return this.#stream.subscription.take().map(({ event }) => event);
  }
}

function positionOf({ epoch, seq }: View): EventPosition | undefined {
  return epoch === undefined ? undefined : { epoch, seq };
}
