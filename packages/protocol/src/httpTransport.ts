// The transport over HTTP, for a browser (which holds a cookie and a key) or any other program (which holds the token).
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { InputQuery } from './ask/abridged.ts';
import type { ComparisonQuery } from './ask/fileComparison.ts';
import { FileComparison } from './ask/fileComparison.ts';
import { InputPiece } from './ask/abridged.ts';
import type { ShareDraft } from './ask/answerDraft.ts';
import type { Answer } from './ask/answer.ts';
import type { CreateChannel, PageVisibility, UpdateChannel } from './channel.ts';
import { Channel, ChannelTest } from './channel.ts';
import type { CreateLoginCode, RenameDevice } from './device.ts';
import { deviceKeyHeader, GatewayAddress, LoginCode, LoginCodeState, SignedInDevice } from './device.ts';
import { GrantedRule } from './grantedRule.ts';
import { SearchPage, type SearchQuery, type UsageQuery, UsageReport } from './search.ts';
import { Settings, type UpdateSettings } from './settings.ts';
import { BeckonError } from './error.ts';
import type { ReceivedEvent } from './event.ts';
import { formatPosition } from './event.ts';
import type { ClientKey } from './ids.ts';
import { randomKey } from './ids.ts';
import type { PaneInput, PaneSize } from './pane.ts';
import type { DeleteSession, ForkSession } from './past.ts';
import { PaneEvent } from './pane.ts';
import { notUnderstood, readEvent } from './readEvent.ts';
import type { BrowserSubscription } from './push.ts';
import { PushState } from './push.ts';
import { Session } from './session.ts';
import { TrustedFolder } from './trust.ts';
import { About, AskLog, AskPage, Judgement, LogPage, MessagePage, SessionPage } from './transport.ts';
import type {
  AnswerAsk,
  ApproveTool,
  AskQuery,
  DenyTool,
  EventsOptions,
  JudgeInput,
  LogQuery,
  PageQuery,
  SendMessage,
  SessionQuery,
  SubmitQuestionAnswers,
  Transport,
} from './transport.ts';
import type { CreateSession, UpdateSession } from './session.ts';

/** As much of the built-in `fetch` as is needed here. */
export type Fetch = (url: string, init: SendOptions) => Promise<Reply>;
type Reply = Pick<Response, 'ok' | 'status' | 'json' | 'blob'> & { readonly body: ByteStream | null };
interface ByteStream {
  getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;
}
interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface HttpTransportOptions {
  /** For example `http://127.0.0.1:4517`; in a browser the page's own origin is the default. */
  baseUrl?: string;
  token?: string;
  /** The key that a browser keeps for its page's origin alone, looked up for each request. */
  key?: () => string | undefined;
  /** The built-in one, unless given. */
  fetch?: Fetch;
  /** A stream that is silent for this long counts as cut; the gateway gives a sign of life every 15 s. */
  silenceLimitMs?: number;
  /** How long the gateway may take over what it does at once, such as an answer: no longer than one write. */
  answerLimitMs?: number;
  /** How long it may take to tell what it knows. */
  readLimitMs?: number;
  /** How long it may take over what starts, ends or moves an agent or its terminal. */
  agentLimitMs?: number;
}

/**
 * A connection can die without a word, behind a tunnel for instance: what is sent into it is neither answered nor
 * refused. Past its limit a request counts as unreachable, which is what sends an answer again.
 */
const defaultLimits = { answerLimitMs: 10_000, readLimitMs: 30_000, agentLimitMs: 90_000 };
type Limit = keyof typeof defaultLimits;

/** A slow line is not a dead one: a message with pictures gets a second more for every so many characters. */
const charactersPerSecond = 32_000;

/** A cut connection is mended at once; a network that changes hands takes a moment. Beyond that, people want to know. */
const retryDelaysMs = [0, 500];

interface JsonRequest {
  body?: unknown;
  limit?: Limit;
}

export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions = {}) {
    this.#options = options;
  }

  async about() {
    return read(About, await this.#json('GET', '/api/about'));
  }

  async createSession(session: CreateSession) {
    return read(Session, await this.#postOnce('/api/sessions', session, 'agentLimitMs'));
  }

  async listSessions(query: SessionQuery = {}) {
    return read(SessionPage, await this.#json('GET', `/api/sessions${queryString(query)}`));
  }

  async getSession(sessionId: string) {
    return read(Session, await this.#json('GET', sessionPath(sessionId)));
  }

  async updateSession(sessionId: string, change: UpdateSession) {
    return read(Session, await this.#json('PATCH', sessionPath(sessionId), { body: change, limit: 'agentLimitMs' }));
  }

  async deleteSession(sessionId: string, request: DeleteSession = {}) {
    await this.#json('DELETE', `${sessionPath(sessionId)}${queryString(request)}`, { limit: 'agentLimitMs' });
  }

  async restoreSession(sessionId: string) {
    return read(Session, await this.#json('POST', sessionPath(sessionId, 'restore'), { body: {} }));
  }

  async forkSession(sessionId: string, request: ForkSession = {}) {
    const body = { body: request, limit: 'agentLimitMs' } as const;
    return read(Session, await this.#json('POST', sessionPath(sessionId, 'fork'), body));
  }

  async listMessages(sessionId: string, page: PageQuery = {}) {
    return read(MessagePage, await this.#json('GET', `${sessionPath(sessionId, 'messages')}${queryString(page)}`));
  }

  async readImage(sessionId: string, imageId: string) {
    return this.#bytes(sessionPath(sessionId, 'images', imageId));
  }

  async readDocument(sessionId: string, documentId: string) {
    return this.#bytes(sessionPath(sessionId, 'documents', documentId));
  }

  async #bytes(path: string): Promise<Blob> {
    return this.#timed(this.#limitMs('readLimitMs', 0), async (signal) => {
      const response = await this.#send('GET', path, { signal });
      return response.blob();
    });
  }

  async sendMessage(sessionId: string, message: SendMessage) {
    await this.#postOnce(sessionPath(sessionId, 'messages'), message, 'agentLimitMs');
  }

  async interrupt(sessionId: string) {
    await this.#json('POST', sessionPath(sessionId, 'interrupt'), { body: {}, limit: 'agentLimitMs' });
  }

  async answer(askId: string, answer: Answer, clientKey?: ClientKey) {
    const body: AnswerAsk = { answer, clientKey };
    await this.#postOnce(askPath(askId, 'answer'), body, 'answerLimitMs');
  }

  async approveTool(sessionId: string, approval: ApproveTool) {
    await this.#postOnce(sessionPath(sessionId, 'approve'), approval, 'answerLimitMs');
  }

  async denyTool(sessionId: string, denial: DenyTool) {
    await this.#postOnce(sessionPath(sessionId, 'deny'), denial, 'answerLimitMs');
  }

  async submitAnswers(sessionId: string, answers: SubmitQuestionAnswers) {
    await this.#postOnce(sessionPath(sessionId, 'submit-answers'), answers, 'answerLimitMs');
  }

  async listAsks(query: AskQuery = {}) {
    return read(AskPage, await this.#json('GET', `/api/asks${queryString(query)}`));
  }

  async getAsk(askId: string) {
    return read(AskLog, await this.#json('GET', askPath(askId)));
  }

  async judgeInput(askId: string, request: JudgeInput) {
    return read(Judgement, await this.#json('POST', askPath(askId, 'judge'), { body: request }));
  }

  async readInput(askId: string, query: InputQuery = {}) {
    return read(InputPiece, await this.#json('GET', `${askPath(askId, 'input')}${queryString(query)}`));
  }

  async compareFile(askId: string, query: ComparisonQuery = {}) {
    return read(FileComparison, await this.#json('GET', `${askPath(askId, 'comparison')}${queryString(query)}`));
  }

  async shareDraft(askId: string, draft: ShareDraft) {
    await this.#json('PATCH', askPath(askId, 'draft'), { body: draft, limit: 'answerLimitMs' });
  }

  async markSeen(askId: string) {
    await this.#json('POST', askPath(askId, 'seen'), { body: {}, limit: 'answerLimitMs' });
  }

  async takeBackAnswer(askId: string) {
    await this.#json('POST', askPath(askId, 'take-back'), { body: {}, limit: 'answerLimitMs' });
  }

  async deliverAnswer(askId: string) {
    await this.#json('POST', askPath(askId, 'deliver'), { body: {}, limit: 'agentLimitMs' });
  }

  async readLog(query: LogQuery = {}) {
    return read(LogPage, await this.#json('GET', `/api/log${queryString(query)}`));
  }

  async listDevices() {
    return read(z.object({ devices: z.array(SignedInDevice) }), await this.#json('GET', '/api/devices')).devices;
  }

  async renameDevice(deviceId: string, change: RenameDevice) {
    return read(SignedInDevice, await this.#json('PATCH', devicePath(deviceId), { body: change }));
  }

  async removeDevice(deviceId: string) {
    await this.#json('DELETE', devicePath(deviceId));
  }

  async getSettings() {
    return read(Settings, await this.#json('GET', '/api/settings'));
  }

  async listChannels() {
    return read(z.object({ channels: z.array(Channel) }), await this.#json('GET', '/api/channels')).channels;
  }

  async createChannel(channel: CreateChannel) {
    return read(Channel, await this.#json('POST', '/api/channels', { body: channel }));
  }

  async updateChannel(channelId: string, change: UpdateChannel) {
    return read(Channel, await this.#json('PATCH', channelPath(channelId), { body: change }));
  }

  async removeChannel(channelId: string) {
    await this.#json('DELETE', channelPath(channelId));
  }

  async testChannel(channelId: string) {
    return read(ChannelTest, await this.#json('POST', `${channelPath(channelId)}/test`, { body: {} }));
  }

  async reportVisibility(visibility: PageVisibility) {
    await this.#json('POST', '/api/visibility', { body: visibility, limit: 'answerLimitMs' });
  }

  async search(query: SearchQuery) {
    return read(SearchPage, await this.#json('GET', `/api/search${queryString(query)}`));
  }

  async getUsage(query: UsageQuery = {}) {
    return read(UsageReport, await this.#json('GET', `/api/usage${queryString(query)}`));
  }

  async listGrantedRules() {
    return read(z.object({ rules: z.array(GrantedRule) }), await this.#json('GET', '/api/rules')).rules;
  }

  async removeGrantedRule(ruleId: string) {
    await this.#json('DELETE', `/api/rules/${encodeURIComponent(ruleId)}`);
  }

  async updateSettings(change: UpdateSettings) {
    return read(Settings, await this.#json('PATCH', '/api/settings', { body: change }));
  }

  async removeOtherDevices() {
    await this.#json('POST', '/api/devices/remove-others', { body: {} });
  }

  async listAddresses() {
    return read(z.object({ addresses: z.array(GatewayAddress) }), await this.#json('GET', '/api/addresses')).addresses;
  }

  async createLoginCode(wanted: CreateLoginCode = {}) {
    return read(LoginCode, await this.#json('POST', '/api/login-codes', { body: wanted }));
  }

  async getLoginCode(codeId: string) {
    return read(LoginCodeState, await this.#json('GET', `/api/login-codes/${encodeURIComponent(codeId)}`));
  }

  async cancelLoginCode(codeId: string) {
    await this.#json('DELETE', `/api/login-codes/${encodeURIComponent(codeId)}`);
  }

  async getPush() {
    return read(PushState, await this.#json('GET', '/api/push'));
  }

  async subscribeToPush(subscription: BrowserSubscription) {
    const channel = read(Channel, await this.#json('POST', '/api/push/subscriptions', { body: subscription }));
    if (channel.type === 'push') return channel;
    throw notUnderstood(new Error(`a subscription is no channel of type ${channel.type}`));
  }

  async unsubscribeFromPush(subscriptionId: string) {
    await this.#json('DELETE', `/api/push/subscriptions/${encodeURIComponent(subscriptionId)}`);
  }

  async listTrustedFolders() {
    return read(z.object({ folders: z.array(TrustedFolder) }), await this.#json('GET', '/api/trusted-folders')).folders;
  }

  async forgetTrustedFolder(id: string) {
    await this.#json('DELETE', `/api/trusted-folders/${encodeURIComponent(id)}`);
  }

  watchPane(sessionId: string, { signal }: { signal?: AbortSignal } = {}) {
    const readPane = (value: unknown) => read(PaneEvent, value);
    return this.#stream(sessionPath(sessionId, 'pane'), readPane, { ...(signal && { signal }) });
  }

  async typeIntoPane(sessionId: string, input: PaneInput) {
    await this.#json('POST', sessionPath(sessionId, 'pane', 'input'), { body: input, limit: 'agentLimitMs' });
  }

  async resizePane(sessionId: string, size: PaneSize) {
    await this.#json('POST', sessionPath(sessionId, 'pane', 'size'), { body: size, limit: 'agentLimitMs' });
  }

  events(options: EventsOptions = {}): AsyncGenerator<ReceivedEvent> {
    return this.#stream('/api/events', readEvent, options);
  }

  async *#stream<T>(path: string, readData: (value: unknown) => T, options: EventsOptions): AsyncGenerator<T> {
    const { signal, after, onOpen } = options;
    const { silenceLimitMs = 35_000 } = this.#options;
    const silence = new AbortController();
    const combined = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    const headers = after ? { 'last-event-id': formatPosition(after) } : {};
    const arrived: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
    const timed = abortWhenLate(silence, silenceLimitMs);
    try {
      const response = await timed(this.#send('GET', path, { headers, signal: combined }));
      if (!response.body) throw new BeckonError('unreachable', 'The gateway sent no stream.');
      onOpen?.();
      for await (const chunk of decodedChunks(response.body, timed)) {
        parser.feed(chunk);
        for (const data of arrived.splice(0)) {
          yield readData(JSON.parse(data));
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

  /** Sent again where the reply was lost: the key tells the gateway that it is the same, so that it takes effect once. */
  async #postOnce(path: string, content: { clientKey?: ClientKey | undefined }, limit: Limit): Promise<unknown> {
    // As it is now: what the caller does to it later is not the same attempt.
    const body = structuredClone({ ...content, clientKey: content.clientKey ?? randomKey() });
    for (const delayMs of retryDelaysMs) {
      try {
        return await this.#json('POST', path, { body, limit });
      } catch (thrown) {
        if (!(thrown instanceof BeckonError) || thrown.code !== 'unreachable') throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    return this.#json('POST', path, { body, limit });
  }

  async #json(method: string, path: string, { body, limit = 'readLimitMs' }: JsonRequest = {}): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const content = text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } };
    return this.#timed(this.#limitMs(limit, text?.length ?? 0), async (signal): Promise<unknown> => {
      const response = await this.#send(method, path, { ...content, signal });
      return response.json();
    });
  }

  /** A request with all of its reply. */
  async #timed<T>(limitMs: number, exchange: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    try {
      return await abortWhenLate(late, limitMs)(exchange(late.signal));
    } catch (thrown) {
      throw thrown instanceof BeckonError ? thrown : unreachable(thrown);
    }
  }

  #limitMs(limit: Limit, characters: number): number {
    const { [limit]: limitMs = defaultLimits[limit] } = this.#options;
    return limitMs + Math.floor(characters / charactersPerSecond) * 1000;
  }

  async #send(method: string, path: string, init: SendOptions = {}) {
    const { baseUrl = '', token, fetch: send = fetch } = this.#options;
    const key = this.#options.key?.();
    const headers = {
      ...init.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [deviceKeyHeader]: key }),
    };
    let response: Reply;
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
function abortWhenLate(late: AbortController, limitMs: number): Timed {
  return (wait) => {
    const timer = setTimeout(() => late.abort(), limitMs);
    return wait.finally(() => clearTimeout(timer));
  };
}

async function* decodedChunks(body: ByteStream, timed: Timed) {
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

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notUnderstood(parsed.error);
}

function sessionPath(sessionId: string, ...rest: string[]): string {
  return ['/api/sessions', ...[sessionId, ...rest].map(encodeURIComponent)].join('/');
}

function askPath(askId: string, ...rest: string[]): string {
  return ['/api/asks', ...[askId, ...rest].map(encodeURIComponent)].join('/');
}

function devicePath(deviceId: string): string {
  return `/api/devices/${encodeURIComponent(deviceId)}`;
}

function channelPath(channelId: string): string {
  return `/api/channels/${encodeURIComponent(channelId)}`;
}

function queryString(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

function unreachable(cause: unknown): BeckonError {
  return new BeckonError('unreachable', 'The gateway cannot be reached. Is it running?', { cause });
}
