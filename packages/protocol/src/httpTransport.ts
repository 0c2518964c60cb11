// The transport over HTTP, for a browser (which holds a cookie) or any other program (which holds the token).
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { BeckonError } from './error.ts';
import { formatPosition, GatewayEvent } from './event.ts';
import { randomKey } from './ids.ts';
import type { PaneInput, PaneSize } from './pane.ts';
import { PaneEvent } from './pane.ts';
import { Session } from './session.ts';
import { About, AskPage, MessagePage } from './transport.ts';
import type {
  ApproveTool,
  AskQuery,
  DenyTool,
  EventsOptions,
  PageQuery,
  SendMessage,
  SubmitQuestionAnswers,
  Transport,
} from './transport.ts';
import type { CreateSession, UpdateSession } from './session.ts';

export interface HttpTransportOptions {
  /** For example `http://127.0.0.1:4517`; in a browser the page's own origin is the default. */
  baseUrl?: string;
  token?: string;
  fetch?: typeof fetch;
  /** A stream that is silent for this long counts as cut; the gateway sends a sign of life every 15 s. */
  silenceLimitMs?: number;
}

type SendOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions = {}) {
    this.#options = options;
  }

  async about() {
    return read(About, await this.#json('GET', '/api/about'));
  }

  async createSession(session: CreateSession) {
    return read(Session, await this.#json('POST', '/api/sessions', session));
  }

  async listSessions() {
    return read(z.object({ sessions: z.array(Session) }), await this.#json('GET', '/api/sessions')).sessions;
  }

  async getSession(sessionId: string) {
    return read(Session, await this.#json('GET', sessionPath(sessionId)));
  }

  async updateSession(sessionId: string, change: UpdateSession) {
    return read(Session, await this.#json('PATCH', sessionPath(sessionId), change));
  }

  async deleteSession(sessionId: string) {
    await this.#json('DELETE', sessionPath(sessionId));
  }

  async listMessages(sessionId: string, page: PageQuery = {}) {
    return read(MessagePage, await this.#json('GET', `${sessionPath(sessionId, 'messages')}${queryString(page)}`));
  }

  async readImage(sessionId: string, imageId: string) {
    const response = await this.#send('GET', sessionPath(sessionId, 'images', imageId));
    return response.blob();
  }

  async sendMessage(sessionId: string, message: SendMessage) {
    await this.#json('POST', sessionPath(sessionId, 'messages'), message);
  }

  async interrupt(sessionId: string) {
    await this.#json('POST', sessionPath(sessionId, 'interrupt'), {});
  }

  approveTool(sessionId: string, approval: ApproveTool) {
    return this.#answer(sessionPath(sessionId, 'approve'), approval);
  }

  denyTool(sessionId: string, denial: DenyTool) {
    return this.#answer(sessionPath(sessionId, 'deny'), denial);
  }

  submitAnswers(sessionId: string, answers: SubmitQuestionAnswers) {
    return this.#answer(sessionPath(sessionId, 'submit-answers'), answers);
  }

  async listAsks(query: AskQuery = {}) {
    return read(AskPage, await this.#json('GET', `/api/asks${queryString(query)}`));
  }

  watchPane(sessionId: string, { signal }: { signal?: AbortSignal } = {}) {
    return this.#stream(sessionPath(sessionId, 'pane'), PaneEvent, { ...(signal && { signal }) });
  }

  async typeIntoPane(sessionId: string, input: PaneInput) {
    await this.#json('POST', sessionPath(sessionId, 'pane', 'input'), input);
  }

  async resizePane(sessionId: string, size: PaneSize) {
    await this.#json('POST', sessionPath(sessionId, 'pane', 'size'), size);
  }

  events(options: EventsOptions = {}): AsyncGenerator<GatewayEvent> {
    return this.#stream('/api/events', GatewayEvent, options);
  }

  async *#stream<T>(path: string, schema: z.ZodType<T>, options: EventsOptions): AsyncGenerator<T> {
    const { signal, after, onOpen } = options;
    const { silenceLimitMs = 45_000 } = this.#options;
    const silence = new AbortController();
    const combined = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    const headers = after ? { 'last-event-id': formatPosition(after) } : {};
    const arrived: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
    const timed = abortWhenSilent(silence, silenceLimitMs);
    try {
      const response = await timed(this.#send('GET', path, { headers, signal: combined }));
      if (!response.body) throw new BeckonError('unreachable', 'The gateway sent no stream.');
      onOpen?.();
      for await (const chunk of decodedChunks(response.body, timed)) {
        parser.feed(chunk);
        for (const data of arrived.splice(0)) {
          yield read(schema, JSON.parse(data));
          if (signal?.aborted) return;
        }
      }
    } catch (thrown) {
      if (signal?.aborted) return;
      throw thrown instanceof BeckonError ? thrown : unreachable(thrown);
    } finally {
      silence.abort();
    }
  }

  /** An answer may be sent again where its reply was lost: the key tells the gateway that it is the same one. */
  async #answer(path: string, body: ApproveTool | DenyTool | SubmitQuestionAnswers): Promise<void> {
    const keyed = { ...body, clientKey: body.clientKey ?? randomKey() };
    try {
      await this.#json('POST', path, keyed);
    } catch (thrown) {
      if (!(thrown instanceof BeckonError) || thrown.code !== 'unreachable') throw thrown;
      await this.#json('POST', path, keyed);
    }
  }

  async #json(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#send(method, path, {
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    try {
      return await response.json();
    } catch (thrown) {
      throw unreachable(thrown);
    }
  }

  async #send(method: string, path: string, init: SendOptions = {}) {
    const { baseUrl = '', token, fetch: send = fetch } = this.#options;
    const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    let response: Response;
    try {
      response = await send(`${baseUrl}${path}`, { ...init, method, headers });
    } catch (thrown) {
      throw unreachable(thrown);
    }
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => undefined);
    throw BeckonError.fromBody(body) ?? unreachable(new Error(`HTTP ${response.status}`));
  }
}

type Timed = <T>(wait: Promise<T>) => Promise<T>;

/** Watches waits for the gateway, and aborts where one takes too long. */
function abortWhenSilent(silence: AbortController, limitMs: number): Timed {
  return (wait) => {
    const timer = setTimeout(() => silence.abort(), limitMs);
    return wait.finally(() => clearTimeout(timer));
  };
}

async function* decodedChunks(body: ReadableStream<Uint8Array>, timed: Timed) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await timed(reader.read());
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What is not what it should be did not come from a gateway, or from one that this client does not understand. */
function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BeckonError(
    'unreachable',
    'The gateway said something that this page does not understand. Reload the page.',
    {
      cause: parsed.error,
    },
  );
}

function sessionPath(sessionId: string, ...rest: string[]): string {
  return ['/api/sessions', ...[sessionId, ...rest].map(encodeURIComponent)].join('/');
}

function queryString(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

function unreachable(cause: unknown): BeckonError {
  return new BeckonError('unreachable', 'The gateway cannot be reached. Is it running?', { cause });
}
