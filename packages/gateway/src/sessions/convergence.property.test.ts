// The whole way from an agent to what people see: whatever the agent does, and whenever a client loads a page, drops its
// stream or comes back, everyone ends up seeing the same.
import { setImmediate } from 'node:timers/promises';
import type { GatewayEvent, View } from '@beckon/protocol';
import { emptyView, openConversation, pageLoaded, reduceView } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import type { ScriptedAgent } from '../../../../tests/support/scriptedDriver.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import type { DirectTransport } from '../transports/direct.ts';
import type { Subscription } from './eventLog.ts';

/** A client that reads its stream only when told to. */
class Client {
  readonly #transport: DirectTransport;
  readonly #sessionId: string;
  readonly #subscribe: () => Subscription;
  #stream: Subscription;
  view: View = emptyView;

  constructor(transport: DirectTransport, sessionId: string, subscribe: () => Subscription) {
    this.#transport = transport;
    this.#sessionId = sessionId;
    this.#subscribe = subscribe;
    this.#stream = subscribe();
    this.read();
  }

  read(): void {
    for (let events = this.#take(); events.length > 0; events = this.#take()) {
      this.view = events.reduce(reduceView, this.view);
    }
  }

  async load(): Promise<void> {
    this.view = openConversation(this.view, this.#sessionId);
    const page = await this.#transport.listMessages(this.#sessionId, { limit: 200 });
    this.view = pageLoaded(this.view, this.#sessionId, page);
  }

  startOver(): void {
    this.#stream.close();
    this.#stream = this.#subscribe();
  }

  async catchUp(): Promise<void> {
    this.read();
    await this.load();
  }

  #take(): GatewayEvent[] {
    return this.#stream.take().map(({ event }) => event);
  }
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
    'read',
    'load',
    'start over',
    'rename',
  ),
  pick: fc.nat(4),
  client: fc.nat(1),
});

test('[L6] clients that load, drop and resume at any moment show the same as one that saw everything', async () => {
  const run = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'large' }), async (steps) => {
    await using house = await testGateway();
    const transport = house.gateway.connect('a test');
    const { id } = await transport.createSession({ cwd: house.folder.path });
    const agent = house.driver.agent(id);
    const connect = () => new Client(transport, id, () => house.gateway.rooms.events.subscribe());
    const witness = connect();
    await witness.load();
    const clients = [connect(), connect()];
    const calls: string[] = [];
    const seen = new Set<string>();
    for (const { act, pick, client: index } of steps) {
      const client = clients[index]!;
      house.clock.advance(1);
      if (acts[act]) calls.push(`${act} ${calls.length}`);
      acts[act]?.(agent, calls.at(-1)!);
      const call = calls.at(-1 - pick) ?? 'none';
      const isSeenOnce = call.startsWith('asks before') && !seen.has(call);
      if (act !== 'the call is seen' || isSeenOnce) sequels[act]?.(agent, call);
      if (act === 'the call is seen') seen.add(call);
      if (act === 'approve') await transport.approveTool(id, { toolCallId: call }).catch(() => undefined);
      if (act === 'deny') await transport.denyTool(id, { toolCallId: call }).catch(() => undefined);
      if (act === 'rename') await transport.updateSession(id, { title: call });
      if (act === 'read') client.read();
      if (act === 'load') await client.load();
      if (act === 'start over') client.startOver();
      await setImmediate();
    }
    witness.read();
    for (const client of clients) {
      await client.catchUp();
      expect(client.view.sessions).toEqual(witness.view.sessions);
      expect(shown(client.view, id)).toEqual(shown(witness.view, id));
    }
    expect(Object.values(witness.view.sessions)).toEqual(await transport.listSessions());
  });
  await fc.assert(run, { numRuns: 80 });
}, 30_000);

/** The messages, and for each call in them its ask. */
function shown({ conversations }: View, id: string) {
  const { messages = [], asks = {} } = conversations[id]?.conversation ?? {};
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? part.toolCallId : [])),
  );
  return { messages, asks: calls.map((call) => asks[call]) };
}
