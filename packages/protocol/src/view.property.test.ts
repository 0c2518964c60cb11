// Clients see the same events at different moments: one follows from the beginning, others load pages, reconnect and
// close conversations in between. In the end all of them show the same.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDraft, openAsk, otherSessionId, sessionId } from '../../../tests/support/asks.ts';
import { sessionInfo, toolCallEnd, toolCallStart, toolResult, turnEnd } from '../../../tests/support/conversations.ts';
import type { Ask } from './ask/ask.ts';
import { withPhase } from './ask/life.ts';
import type { GatewayEvent, SessionEvent, SessionEventDraft } from './event.ts';
import type { Session } from './session.ts';
import type { MessagePage } from './transport.ts';
import type { View } from './view.ts';
import { closeConversation, emptyView, openConversation, pageLoaded, reduceView, sessionsInOrder } from './view.ts';

const sessionIds = [sessionId, otherSessionId];
const askIds = [openAsk().id, openAsk().id];

const drafts = fc
  .record({
    at: fc.constantFrom(...sessionIds),
    message: fc.constantFrom('m1', 'm2', 'm3'),
    call: fc.constantFrom('c1', 'c2'),
    text: fc.constantFrom('a', 'b', 'c'),
    state: fc.constantFrom('answered', 'delivered', 'settled', 'withdrawn'),
    kind: fc.nat(11),
  })
  .map(({ at, message, call, text, state, kind }): { at: string; draft: SessionEventDraft } => {
    const ask = openAsk(approvalDraft({ sessionId: at, toolCallId: call }), {
      id: askIds[call === 'c1' ? 0 : 1]!,
    });
    const choices: SessionEventDraft[] = [
      { type: 'message_start', data: { id: message, role: 'assistant', createdAt: 1 } },
      { type: 'text_delta', data: { messageId: message, text } },
      { type: 'thinking_delta', data: { messageId: message, text } },
      toolCallStart(call, message),
      { type: 'tool_call_delta', data: { toolCallId: call, inputText: text } },
      toolCallEnd(call),
      toolResult(call),
      turnEnd('interrupted', message),
      { type: 'approval_required', data: { ask } },
      { type: 'ask_changed', data: { ask: withPhase({ ...ask, state } as Ask) as Ask } },
      { type: 'session_status', data: { session: sessionInfo({ id: at, title: text }) } },
      { type: 'notice', data: { messageId: message, createdAt: 1, level: 'info', text } },
    ];
    return { at, draft: choices[kind]! };
  });

type Action = 'append' | 'receive' | 'request' | 'arrive' | 'reset' | 'close';
const actions = fc.array(
  fc.record({
    type: fc.constantFrom<Action>('append', 'append', 'receive', 'receive', 'request', 'arrive', 'reset', 'close'),
    client: fc.nat(2),
    at: fc.constantFrom(...sessionIds),
    pick: fc.nat(5),
  }),
  { maxLength: 80 },
);

/** A gateway in miniature: the log, and a view of its own that has seen everything. */
class Server {
  readonly log: SessionEvent[] = [];
  view: View = sessionIds.reduce(
    (view, id) => pageLoaded(openConversation(view, id), id, { messages: [], asks: [], seq: 0 }),
    reduceView(emptyView, this.snapshotOf(sessionIds.map((id) => ({ ...sessionInfo({ id }), asks: [] })))),
  );

  append({ at, draft }: { at: string; draft: SessionEventDraft }): void {
    const event: SessionEvent = { ...draft, sessionId: at, seq: this.log.length + 1 };
    this.log.push(event);
    this.view = reduceView(this.view, event);
  }

  snapshot(): GatewayEvent {
    return this.snapshotOf(sessionsInOrder(this.view), this.view.asks);
  }

  page(id: string): MessagePage {
    const { messages = [], asks = {} } = this.view.conversations[id]?.conversation ?? {};
    return { messages, asks: Object.values(asks), seq: this.log.length };
  }

  private snapshotOf(sessions: Session[], asks: readonly Ask[] = []): GatewayEvent {
    return { type: 'snapshot', seq: this.log.length, data: { epoch: 'e', reset: false, sessions, asks: [...asks] } };
  }
}

class Client {
  readonly #server: Server;
  #inFlight: { id: string; page: MessagePage }[] = [];
  view: View;

  constructor(server: Server) {
    this.#server = server;
    this.view = reduceView(emptyView, server.snapshot());
  }

  receive(): void {
    const next = this.#server.log[this.view.seq];
    if (next) this.view = reduceView(this.view, next);
  }

  request(id: string): void {
    this.view = openConversation(this.view, id);
    this.#inFlight.push({ id, page: this.#server.page(id) });
  }

  arrive(pick: number): void {
    const [reply] = this.#inFlight.splice(pick % Math.max(1, this.#inFlight.length), 1);
    if (reply) this.view = pageLoaded(this.view, reply.id, reply.page);
  }

  reset(): void {
    this.view = reduceView(this.view, this.#server.snapshot());
  }

  close(id: string): void {
    this.view = closeConversation(this.view, id);
  }

  catchUp(): void {
    while (this.view.seq < this.#server.log.length) this.receive();
    while (this.#inFlight.length > 0) this.arrive(0);
    for (const id of sessionIds) {
      this.view = openConversation(this.view, id);
      if (this.view.conversations[id]?.stale) this.view = pageLoaded(this.view, id, this.#server.page(id));
    }
  }
}

/** What a person sees. */
function shown({ sessions, asks, conversations }: View) {
  const talk = sessionIds.map((id) => {
    const { messages, asks: ofCalls } = conversations[id]?.conversation ?? {};
    return { messages, ofCalls };
  });
  return { sessions, waiting: asks, talk };
}

test('[L6] clients that load pages and reconnect at any moment end with the same view', () => {
  fc.assert(
    fc.property(fc.array(drafts, { maxLength: 40 }), actions, (events, schedule) => {
      const server = new Server();
      const clients = [new Client(server), new Client(server), new Client(server)];
      const upcoming = [...events];
      for (const { type, client: index, at, pick } of schedule) {
        const client = clients[index]!;
        if (type === 'append') upcoming.splice(0, 1).forEach((event) => server.append(event));
        if (type === 'receive') client.receive();
        if (type === 'request') client.request(at);
        if (type === 'arrive') client.arrive(pick);
        if (type === 'reset') client.reset();
        if (type === 'close') client.close(at);
      }
      for (const event of upcoming) server.append(event);
      for (const client of clients) {
        client.catchUp();
        expect(shown(client.view)).toEqual(shown(server.view));
      }
    }),
    { numRuns: 1_000 },
  );
});
