// The whole way from an agent to what people see: whatever the agent does, and whenever a client loads a page, loses its
// stream, misses more than is kept, or the gateway is stopped and started, everyone ends up seeing what is so.
import { setImmediate } from 'node:timers/promises';
import type { EventPosition, GatewayEvent, View } from '@beckon/protocol';
import { emptyView, openConversation, pageLoaded, reduceView, sessionsInOrder } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import type { ScriptedAgent } from '../../../../tests/support/scriptedDriver.ts';
import { ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { about } from '../../../../tests/support/testGateway.ts';
import type { Gateway } from '../gateway.ts';
import { openGateway } from '../gateway.ts';
import type { Subscription } from './eventLog.ts';

/** A gateway with one session, which can be started again over the same files, and which keeps few events. */
class House implements AsyncDisposable {
  readonly #folder = tempFolder();
  readonly clock = new TestClock();
  #running!: { gateway: Gateway; driver: ScriptedDriver };
  sessionId = '';

  static async open(): Promise<House> {
    const house = new House();
    await house.#start();
    const { id } = await house.transport.createSession({ cwd: house.#folder.path });
    house.sessionId = id;
    return house;
  }

  get gateway() {
    return this.#running.gateway;
  }

  get transport() {
    return this.gateway.connect('a test');
  }

  /** Absent after a restart, until something brings it back. */
  get agent(): ScriptedAgent | undefined {
    return this.#running.driver.agents.findLast(({ spec, isClosed }) => spec.sessionId === this.sessionId && !isClosed);
  }

  async restart(): Promise<void> {
    await this.gateway.close();
    await this.#start();
  }

  async [Symbol.asyncDispose]() {
    await this.gateway.close();
    this.#folder[Symbol.dispose]();
  }

  async #start(): Promise<void> {
    const driver = new ScriptedDriver();
    const databasePath = this.#folder.at('beckon.db');
    const options = { about, clock: this.clock, databasePath, eventTail: { tailEvents: 12 } };
    this.#running = { gateway: await openGateway({ drivers: [driver], ...options }), driver };
  }
}

/** A client that reads its stream only when told to, and goes on where it was after whatever happens to that stream. */
class Client {
  readonly #house: House;
  #stream: { of: Gateway; subscription: Subscription } | undefined;
  view: View = emptyView;

  constructor(house: House) {
    this.#house = house;
    this.read();
  }

  read(): void {
    for (let events = this.#take(); events.length > 0; events = this.#take()) {
      this.view = events.reduce(reduceView, this.view);
    }
  }

  async load(): Promise<void> {
    const { transport, sessionId } = this.#house;
    this.view = openConversation(this.view, sessionId);
    const page = await transport.listMessages(sessionId, { limit: 200 });
    this.view = pageLoaded(this.view, sessionId, page);
  }

  /** The next read resumes. */
  cut(): void {
    this.#stream?.subscription.close();
    this.#stream = undefined;
  }

  /** As a page that is loaded anew. */
  startOver(): void {
    this.cut();
    this.view = emptyView;
  }

  async catchUp(): Promise<void> {
    this.read();
    await this.load();
  }

  #take(): GatewayEvent[] {
    const { gateway } = this.#house;
    if (this.#stream?.of !== gateway) this.cut();
    this.#stream ??= { of: gateway, subscription: gateway.parts.events.subscribe(positionOf(this.view)) };
    return this.#stream.subscription.take().map(({ event }) => event);
  }
}

function positionOf({ epoch, seq }: View): EventPosition | undefined {
  return epoch === undefined ? undefined : { epoch, seq };
}

type Act = (agent: ScriptedAgent, call: string) => void;

/** What an agent does; each time about another call. */
const acts: Record<string, Act> = {
  says: (agent, call) => agent.say(`about ${call}`),
  calls: (agent, call) => void agent.call(approvalDraft({ toolCallId: call })),
  'asks before its call is seen': (agent, call) =>
    void agent.host.ask(approvalDraft({ toolCallId: call }), agent.signal),
  'the turn ends': (agent) => agent.endTurn(),
  'is interrupted': (agent) => void agent.interrupt(),
};
/** What comes of a call that was made before. */
const sequels: Record<string, Act> = {
  'the call is seen': (agent, call) => {
    agent.host.emit({ type: 'message_start', data: { id: `message of ${call}`, role: 'assistant', createdAt: 1 } });
    agent.host.emit({
      type: 'tool_call_start',
      data: { messageId: `message of ${call}`, toolCallId: call, toolName: 'Bash' },
    });
  },
  'the tool has run': (agent, call) => agent.result(call),
};

const step = fc.record({
  act: fc.constantFrom(
    ...Object.keys(acts),
    ...Object.keys(sequels),
    'approve',
    'deny',
    'rename',
    'message',
    'restart',
    'read',
    'load',
    'cut',
    'start over',
  ),
  pick: fc.nat(4),
  client: fc.nat(3),
});

/** Found once: what is over before its call is seen is on no page, and on no client. */
const overBeforeItsCallIsSeen = [
  'asks before its call is seen',
  'is interrupted',
  'says',
  'says',
  'the call is seen',
].map((act) => ({ act, pick: act === 'the call is seen' ? 3 : 0, client: 0 }));

test('[L6] clients that load, are cut off, miss much and outlive the gateway end up with what is so', async () => {
  const run = fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'large' }), async (steps) => {
    await using house = await House.open();
    const id = house.sessionId;
    /** It reads after every step, and so misses nothing but restarts. */
    const witness = new Client(house);
    await witness.load();
    const clients = Array.from({ length: 4 }, () => new Client(house));
    const calls: string[] = [];
    const seen = new Set<string>();
    for (const { act, pick, client: index } of steps) {
      const client = clients[index]!;
      const { transport, agent } = house;
      house.clock.advance(1);
      if (agent && acts[act]) calls.push(`${act} ${calls.length}`);
      if (agent) acts[act]?.(agent, calls.at(-1)!);
      const call = calls.at(-1 - pick) ?? 'none';
      const isSeenOnce = call.startsWith('asks before') && !seen.has(call);
      if (agent && (act !== 'the call is seen' || isSeenOnce)) sequels[act]?.(agent, call);
      if (act === 'the call is seen') seen.add(call);
      if (act === 'approve') await transport.approveTool(id, { toolCallId: call }).catch(() => undefined);
      if (act === 'deny') await transport.denyTool(id, { toolCallId: call }).catch(() => undefined);
      if (act === 'rename') await transport.updateSession(id, { title: call });
      if (act === 'message') await transport.sendMessage(id, { content: `about ${call}` });
      if (act === 'restart') await house.restart();
      if (act === 'read') client.read();
      if (act === 'load') await client.load();
      if (act === 'cut') client.cut();
      if (act === 'start over') client.startOver();
      await setImmediate();
      witness.read();
    }
    const truth = new Client(house);
    await truth.catchUp();
    for (const client of [witness, ...clients]) {
      await client.catchUp();
      expect(client.view.sessions).toEqual(truth.view.sessions);
      expect(client.view.asks).toEqual(truth.view.asks);
      expect(shown(client.view, id)).toEqual(shown(truth.view, id));
    }
    expect(sessionsInOrder(truth.view)).toEqual((await house.transport.listSessions()).sessions);
  });
  await fc.assert(run, { numRuns: 80, examples: [[overBeforeItsCallIsSeen]] });
}, 60_000);

/** The messages, and for each call in them its ask. */
function shown({ conversations }: View, id: string) {
  const { messages = [], asks = {} } = conversations[id]?.conversation ?? {};
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? part.toolCallId : [])),
  );
  return { messages, asks: calls.map((call) => asks[call]) };
}
