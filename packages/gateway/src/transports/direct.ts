// The transport in process: the same calls, errors and events as over HTTP, with nothing listening on a port. The HTTP
// transport's routes call it too, so that the two cannot drift apart.
import type {
  About,
  Answer,
  ApproveTool as ApproveToolRequest,
  AskQuery as AskQueryRequest,
  CreateSession as CreateSessionRequest,
  DenyTool as DenyToolRequest,
  EventsOptions,
  GatewayEvent,
  PageQuery as PageQueryRequest,
  PaneEvent,
  PaneInput as PaneInputRequest,
  PaneSize as PaneSizeRequest,
  SendMessage as SendMessageRequest,
  SubmitQuestionAnswers as SubmitQuestionAnswersRequest,
  Transport,
  UpdateSession as UpdateSessionRequest,
} from '@beckon/protocol';
import {
  ApproveTool,
  AskQuery,
  BeckonError,
  CreateSession,
  DenyTool,
  PageQuery,
  PaneInput,
  PaneSize,
  SendMessage,
  SubmitQuestionAnswers,
  UpdateSession,
} from '@beckon/protocol';
import type { z } from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import type { EventLog } from '../sessions/eventLog.ts';
import type { SessionRegistry } from '../sessions/registry.ts';

/** The rooms that a transport opens to clients. */
export interface Rooms {
  about: About;
  sessions: SessionRegistry;
  ledger: Ledger;
  events: EventLog;
}

export class DirectTransport implements Transport {
  readonly #rooms: Rooms;
  readonly #device: string;

  /** `device` says in words where this client's answers come from. */
  constructor(rooms: Rooms, device: string) {
    this.#rooms = rooms;
    this.#device = device;
  }

  about() {
    return Promise.resolve(this.#rooms.about);
  }

  async createSession(request: CreateSessionRequest) {
    return this.#rooms.sessions.create(read(CreateSession, request));
  }

  async listSessions() {
    return this.#rooms.sessions.list();
  }

  async getSession(sessionId: string) {
    return this.#rooms.sessions.get(sessionId).session;
  }

  async updateSession(sessionId: string, request: UpdateSessionRequest) {
    const session = this.#rooms.sessions.get(sessionId);
    await session.update(read(UpdateSession, request));
    return session.session;
  }

  async deleteSession(sessionId: string) {
    await this.#rooms.sessions.remove(sessionId);
  }

  async listMessages(sessionId: string, request: PageQueryRequest = {}) {
    return this.#rooms.sessions.messages(sessionId, read(PageQuery, request));
  }

  async readImage(sessionId: string, imageId: string) {
    const { data, mediaType } = this.#rooms.sessions.image(sessionId, imageId);
    return new Blob([new Uint8Array(data)], { type: mediaType });
  }

  async sendMessage(sessionId: string, request: SendMessageRequest) {
    const session = this.#rooms.sessions.wake(sessionId);
    await session.send(read(SendMessage, request).content);
  }

  async interrupt(sessionId: string) {
    await this.#rooms.sessions.get(sessionId).interrupt();
  }

  async approveTool(sessionId: string, request: ApproveToolRequest) {
    const { toolCallId, askId, clientKey, ...approval } = read(ApproveTool, request);
    this.#answer({ sessionId, toolCallId, askId }, { type: 'approve', ...approval }, clientKey);
  }

  async denyTool(sessionId: string, request: DenyToolRequest) {
    const { toolCallId, askId, clientKey, ...denial } = read(DenyTool, request);
    this.#answer({ sessionId, toolCallId, askId }, { type: 'deny', ...denial }, clientKey);
  }

  async submitAnswers(sessionId: string, request: SubmitQuestionAnswersRequest) {
    const { toolCallId, askId, clientKey, answers } = read(SubmitQuestionAnswers, request);
    this.#answer({ sessionId, toolCallId, askId }, { type: 'answers', answers }, clientKey);
  }

  async listAsks(request: AskQueryRequest = {}) {
    const { state = 'open', ...page } = read(AskQuery, request);
    return state === 'open' ? { asks: this.#rooms.ledger.openAsks() } : this.#rooms.ledger.history(page);
  }

  async *watchPane(sessionId: string, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<PaneEvent> {
    const pane = await this.#rooms.sessions.get(sessionId).pane();
    yield* pane.watch(signal ?? new AbortController().signal);
  }

  async typeIntoPane(sessionId: string, request: PaneInputRequest) {
    const { data } = read(PaneInput, request);
    const pane = await this.#rooms.sessions.get(sessionId).pane();
    await pane.type(Buffer.from(data, 'base64'));
  }

  async resizePane(sessionId: string, request: PaneSizeRequest) {
    const size = read(PaneSize, request);
    const pane = await this.#rooms.sessions.get(sessionId).pane();
    await pane.resize(size);
  }

  async *events({ signal, after, onOpen }: EventsOptions = {}): AsyncGenerator<GatewayEvent> {
    const subscription = this.#rooms.events.subscribe(after);
    const close = () => subscription.close();
    signal?.addEventListener('abort', close);
    try {
      onOpen?.();
      while (!signal?.aborted) {
        for (const { event } of subscription.take()) {
          yield event;
          if (signal?.aborted) return;
        }
        await subscription.more();
      }
    } finally {
      signal?.removeEventListener('abort', close);
      close();
    }
  }

  #answer(addressee: Parameters<Ledger['answer']>[0], answer: Answer, clientKey: string | undefined): void {
    // A session that is gone has no asks that could be answered, but saying so helps more.
    this.#rooms.sessions.get(addressee.sessionId);
    this.#rooms.ledger.answer(addressee, answer, {
      device: this.#device,
      ...(clientKey !== undefined && { clientKey }),
    });
  }
}

/** Callers in process are TypeScript, but not all of them are checked. */
function read<Schema extends z.ZodType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  throw BeckonError.from(parsed.error);
}
