// The transport in process: the same calls, errors and events as over HTTP, with nothing listening on a port. The HTTP
// transport's routes call it too, so that the two cannot drift apart.
import type {
  Answer,
  ApproveTool as ApproveToolRequest,
  AskQuery as AskQueryRequest,
  BrowserSubscription as BrowserSubscriptionRequest,
  ClientKey,
  CreateChannel as CreateChannelRequest,
  CreateLoginCode as CreateLoginCodeRequest,
  CreateSession as CreateSessionRequest,
  DeleteSession as DeleteSessionRequest,
  DenyTool as DenyToolRequest,
  Device,
  EventsOptions,
  ForkSession as ForkSessionRequest,
  ComparisonQuery as ComparisonQueryRequest,
  InputQuery as InputQueryRequest,
  JudgeInput as JudgeInputRequest,
  GatewayEvent,
  LogDraft,
  LogQuery as LogQueryRequest,
  PageQuery as PageQueryRequest,
  PageVisibility as PageVisibilityRequest,
  PaneEvent,
  PaneInput as PaneInputRequest,
  PaneSize as PaneSizeRequest,
  PermissionMode,
  Prompt,
  RenameDevice as RenameDeviceRequest,
  SendMessage as SendMessageRequest,
  SearchQuery as SearchQueryRequest,
  SessionQuery as SessionQueryRequest,
  ShareDraft as ShareDraftRequest,
  SubmitQuestionAnswers as SubmitQuestionAnswersRequest,
  Transport,
  UpdateChannel as UpdateChannelRequest,
  UpdateSession as UpdateSessionRequest,
  UpdateSettings as UpdateSettingsRequest,
  UsageQuery as UsageQueryRequest,
} from '@beckon/protocol';
import {
  AnswerAsk,
  ApproveTool,
  AskQuery,
  BeckonError,
  BrowserSubscription,
  CreateChannel,
  CreateLoginCode,
  CreateSession,
  DeleteSession,
  DenyTool,
  ForkSession,
  ComparisonQuery,
  InputQuery,
  JudgeInput,
  LogQuery,
  PageQuery,
  PageVisibility,
  PaneInput,
  PaneSize,
  RenameDevice,
  SearchQuery,
  SendMessage,
  SessionQuery,
  ShareDraft,
  SignedInDevice,
  SubmitQuestionAnswers,
  UpdateChannel,
  UpdateSession,
  UpdateSettings,
  UsageQuery,
} from '@beckon/protocol';
import type { z } from 'zod';
import type { Pairing } from '../access/pairing.ts';
import type { Ledger } from '../asks/ledger.ts';
import { pieceOf } from '../largeInputs/keeping.ts';
import { shownChannel } from '../notify/channels.ts';
import type { Search } from '../search/search.ts';
import type { StoredAttachment } from '../store/sessionStore.ts';
import { attemptId } from '../sessions/attempts.ts';
import { comparedFile } from './comparedFile.ts';
import { requireDefaultMode, requireMode, withDriver } from './driverChoice.ts';
import { eventsFor } from './eventsFor.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { PastRoad } from './pastRoad.ts';
import { requireReadableDocuments } from './readableDocuments.ts';
import { requireShownFile } from './shownFile.ts';

export class DirectTransport implements Transport {
  readonly #parts: GatewayParts;
  readonly #device: Device;
  readonly #origin: string | undefined;
  readonly #past: PastRoad;

  /** `device` is where this client's answers come from; `origin` where it reaches the gateway, if not in process. */
  constructor(parts: GatewayParts, device: Device, origin?: string) {
    this.#parts = parts;
    this.#device = device;
    this.#origin = origin;
    this.#past = new PastRoad(parts, device);
  }

  async about() {
    const { about, sandboxOf } = this.#parts;
    const drivers = about.drivers.map(async (driver) => {
      const sandbox = await sandboxOf(driver.name);
      return { ...driver, ...(sandbox && { sandbox }) };
    });
    return { ...about, drivers: await Promise.all(drivers) };
  }

  async createSession(request: CreateSessionRequest) {
    const { clientKey, ...wanted } = read(CreateSession, request);
    requireReadableDocuments(wanted.prompt);
    const { sessions, attempts } = this.#parts;
    const { drivers } = await this.about();
    const chosen = withDriver(drivers, wanted, this.#parts.settings.current);
    const device = this.#device;
    if (wanted.resume !== undefined) await this.#past.requireFree(wanted.resume);
    if (clientKey === undefined) return sessions.create(chosen, { device });
    const attempt = attemptId(clientKey, wanted);
    await attempts.once(attempt, async () => {
      if (!sessions.has(attempt)) await sessions.create(chosen, { device, newId: attempt });
      else if (wanted.prompt !== undefined) await this.#sendFirst(attempt, wanted.prompt);
    });
    return sessions.get(wanted.resume ?? attempt).session;
  }

  async listSessions(request: SessionQueryRequest = {}) {
    const query = read(SessionQuery, request);
    return query.scope ? this.#past.list(query) : this.#parts.sessions.list(query);
  }

  async getSession(sessionId: string) {
    return this.#past.with(sessionId)?.get(sessionId) ?? this.#parts.sessions.get(sessionId).session;
  }

  async updateSession(sessionId: string, request: UpdateSessionRequest) {
    const change = read(UpdateSession, request);
    const past = this.#past.with(sessionId);
    if (past) return this.#past.update(past, sessionId, change);
    const session = this.#parts.sessions.get(sessionId);
    const { permissionMode, isArchived, ...others } = change;
    if (isArchived !== undefined) throw new BeckonError('not_supported', 'Only a past session can be archived.');
    if (permissionMode !== undefined) {
      this.#requireMode(sessionId, permissionMode);
      await session.update({ permissionMode });
      // At once: the agent may refuse what else was asked for, and the mode has changed all the same.
      this.#note({ type: 'session_mode_chosen', sessionId }, { permissionMode });
    }
    if (Object.keys(others).length > 0) {
      await session.update(others);
      this.#note({ type: 'session_changed', sessionId }, others);
    }
    return session.session;
  }

  async deleteSession(sessionId: string, request: DeleteSessionRequest = {}) {
    const { from } = read(DeleteSession, request);
    const past = this.#past.with(sessionId);
    if (past) return this.#past.remove(past, sessionId, from);
    if (from !== undefined) throw new BeckonError('session_not_found', 'This session is in Beckon, and no past one.');
    await this.#parts.sessions.remove(sessionId, this.#device);
    this.#parts.past?.noteRemoved(sessionId);
  }

  async restoreSession(sessionId: string) {
    return this.#past.restore(sessionId);
  }

  async forkSession(sessionId: string, request: ForkSessionRequest = {}) {
    return this.#past.fork(sessionId, read(ForkSession, request));
  }

  async listMessages(sessionId: string, request: PageQueryRequest = {}) {
    const query = read(PageQuery, request);
    // Before anything is read: what happens meanwhile comes as an event.
    const { seq } = this.#parts.events;
    const page = await this.#past.with(sessionId)?.messages(sessionId, query);
    return page ? { ...page, seq } : this.#parts.sessions.messages(sessionId, query);
  }

  async readImage(sessionId: string, imageId: string) {
    return blobOf(this.#parts.sessions.image(sessionId, imageId));
  }

  async readDocument(sessionId: string, documentId: string) {
    return blobOf(this.#parts.sessions.document(sessionId, documentId));
  }

  async sendMessage(sessionId: string, request: SendMessageRequest) {
    const { content, clientKey } = read(SendMessage, request);
    requireReadableDocuments(content);
    // One that is in Beckon takes it at once.
    if (this.#past.with(sessionId)) await this.#past.takeUp(sessionId);
    const session = this.#parts.sessions.wake(sessionId);
    const send = async (messageId?: string) => {
      await session.send(content, messageId);
      this.#note({ type: 'message_sent', sessionId });
    };
    if (clientKey === undefined) return send();
    const attempt = attemptId(clientKey, sessionId, content);
    await this.#parts.attempts.once(attempt, async () => {
      // Where a crash came before the attempt was noted, the message itself tells.
      if (!session.hasMessage(attempt)) await send(attempt);
    });
  }

  async interrupt(sessionId: string) {
    await this.#parts.sessions.get(sessionId).interrupt();
    this.#note({ type: 'session_interrupted', sessionId });
  }

  async answer(askId: string, answer: Answer, clientKey?: ClientKey) {
    const given = read(AnswerAsk, { answer, clientKey });
    await this.#answer({ askId }, given.answer, given.clientKey);
  }

  async approveTool(sessionId: string, request: ApproveToolRequest) {
    const { toolCallId, askId, clientKey, ...approval } = read(ApproveTool, request);
    await this.#answer({ sessionId, toolCallId, askId }, { type: 'approve', ...approval }, clientKey);
  }

  async denyTool(sessionId: string, request: DenyToolRequest) {
    const { toolCallId, askId, clientKey, ...denial } = read(DenyTool, request);
    await this.#answer({ sessionId, toolCallId, askId }, { type: 'deny', ...denial }, clientKey);
  }

  async submitAnswers(sessionId: string, request: SubmitQuestionAnswersRequest) {
    const { toolCallId, askId, clientKey, answers } = read(SubmitQuestionAnswers, request);
    await this.#answer({ sessionId, toolCallId, askId }, { type: 'answers', answers }, clientKey);
  }

  async listAsks(request: AskQueryRequest = {}) {
    const { state = 'open', ...page } = read(AskQuery, request);
    const { ledger } = this.#parts;
    if (state === 'all') return ledger.page(page);
    return { asks: state === 'open' ? ledger.openAsks() : ledger.unfinished() };
  }

  async getAsk(askId: string) {
    return { ask: this.#parts.ledger.get(askId), log: this.#parts.auditLog.ofAsk(askId) };
  }

  async readInput(askId: string, request: InputQueryRequest = {}) {
    const { offset = 0 } = read(InputQuery, request);
    return pieceOf(this.#parts.inputs, this.#parts.ledger.get(askId), offset);
  }

  async compareFile(askId: string, request: ComparisonQueryRequest = {}) {
    return comparedFile(this.#parts, this.#parts.ledger.get(askId), read(ComparisonQuery, request));
  }

  async judgeInput(askId: string, request: JudgeInputRequest) {
    return this.#parts.judgeInput(this.#parts.ledger.get(askId), read(JudgeInput, request).input);
  }

  async shareDraft(askId: string, request: ShareDraftRequest) {
    this.#parts.drafts.share(this.#parts.ledger.get(askId), read(ShareDraft, request), this.#device);
  }

  async markSeen(askId: string) {
    this.#parts.ledger.noteReceipt(this.#parts.ledger.get(askId).id, 'seen', this.#device);
  }

  async takeBackAnswer(askId: string) {
    this.#parts.ledger.takeBack(askId);
    const { sessionId } = this.#parts.ledger.get(askId);
    this.#note({ type: 'answer_taken_back', sessionId, askId });
  }

  async deliverAnswer(askId: string) {
    const { sessionId } = this.#parts.ledger.get(askId);
    this.#note({ type: 'delivery_tried', sessionId, askId });
    await this.#parts.sessions.wake(sessionId).deliver();
  }

  async readLog(request: LogQueryRequest = {}) {
    return this.#parts.auditLog.page(read(LogQuery, request));
  }

  async listDevices() {
    return this.#parts.devices.list().map((device) => this.#signedIn(device));
  }

  async renameDevice(deviceId: string, request: RenameDeviceRequest) {
    const { name } = read(RenameDevice, request);
    return this.#signedIn(this.#parts.devices.rename(deviceId, name, this.#device));
  }

  async removeDevice(deviceId: string) {
    this.#parts.devices.remove(deviceId, this.#device);
  }

  async getSettings() {
    return this.#parts.settings.current;
  }

  async updateSettings(request: UpdateSettingsRequest) {
    const change = read(UpdateSettings, request);
    if (change.permissionMode) requireDefaultMode(this.#parts.about.drivers, change.permissionMode);
    return this.#parts.settings.update(change, this.#device);
  }

  async listChannels() {
    return this.#parts.channels.list().map(shownChannel);
  }

  async createChannel(request: CreateChannelRequest) {
    return shownChannel(this.#parts.channels.create(read(CreateChannel, request), this.#device));
  }

  async updateChannel(channelId: string, request: UpdateChannelRequest) {
    return shownChannel(this.#parts.channels.update(channelId, read(UpdateChannel, request), this.#device));
  }

  async removeChannel(channelId: string) {
    this.#parts.channels.remove(channelId, this.#device);
  }

  async testChannel(channelId: string) {
    return this.#parts.calls.test(this.#parts.channels.get(channelId), this.#device);
  }

  async reportVisibility(request: PageVisibilityRequest) {
    this.#parts.presence.report(this.#device.id, read(PageVisibility, request));
  }

  async search(request: SearchQueryRequest) {
    return this.#search.search(read(SearchQuery, request));
  }

  async getUsage(request: UsageQueryRequest = {}) {
    return this.#search.usage(read(UsageQuery, request));
  }

  async listGrantedRules() {
    return this.#parts.rules.list();
  }

  async removeGrantedRule(ruleId: string) {
    await this.#parts.rules.remove(ruleId, this.#device);
  }

  async removeOtherDevices() {
    this.#parts.devices.removeOthers(this.#device);
  }

  async listAddresses() {
    return this.#parts.pairing?.addresses() ?? [];
  }

  async createLoginCode(request: CreateLoginCodeRequest = {}) {
    const wanted = read(CreateLoginCode, request);
    return this.#pairing.issue(wanted, { by: this.#device, at: this.#origin });
  }

  async getLoginCode(codeId: string) {
    return this.#pairing.state(codeId);
  }

  async cancelLoginCode(codeId: string) {
    this.#pairing.cancel(codeId, this.#device);
  }

  async getPush() {
    return this.#parts.push.stateFor(this.#device);
  }

  async subscribeToPush(request: BrowserSubscriptionRequest) {
    return this.#parts.push.subscribe(read(BrowserSubscription, request), this.#device);
  }

  async unsubscribeFromPush(subscriptionId: string) {
    this.#parts.push.unsubscribe(subscriptionId, this.#device);
  }

  async listTrustedFolders() {
    return this.#parts.trust.list();
  }

  async forgetTrustedFolder(id: string) {
    this.#parts.trust.forget(id, this.#device);
  }

  async *watchPane(sessionId: string, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<PaneEvent> {
    const pane = await this.#parts.sessions.get(sessionId).pane();
    yield* pane.watch(this.#device.id, signal ?? new AbortController().signal);
  }

  async typeIntoPane(sessionId: string, request: PaneInputRequest) {
    const { data } = read(PaneInput, request);
    const pane = await this.#parts.sessions.get(sessionId).pane();
    if (this.#parts.typing.begins(sessionId, this.#device)) this.#note({ type: 'pane_typed', sessionId });
    await pane.type(Buffer.from(data, 'base64'));
  }

  async resizePane(sessionId: string, request: PaneSizeRequest) {
    const size = read(PaneSize, request);
    const pane = await this.#parts.sessions.get(sessionId).pane();
    if (this.#parts.typing.resizes(sessionId, this.#device)) this.#note({ type: 'pane_resized', sessionId });
    await pane.resize(this.#device.id, size);
  }

  events(options: EventsOptions = {}): AsyncGenerator<GatewayEvent> {
    return eventsFor(this.#parts, this.#device, options);
  }

  /** For a session whose gateway crashed while it was being created. */
  async #sendFirst(sessionId: string, prompt: Prompt): Promise<void> {
    const { sessions } = this.#parts;
    const { messages } = await sessions.messages(sessionId, { limit: 1 });
    if (messages.length === 0) await sessions.wake(sessionId).send(prompt);
  }

  get #search(): Search {
    if (this.#parts.search) return this.#parts.search;
    throw new BeckonError('not_supported', 'This gateway keeps no index, so there is nothing to search.');
  }

  get #pairing(): Pairing {
    if (this.#parts.pairing) return this.#parts.pairing;
    throw new BeckonError('not_supported', 'This gateway listens on no port, so no other device can reach it.');
  }

  /** Without what is kept of its credential. */
  #signedIn(device: Omit<SignedInDevice, 'current'>): SignedInDevice {
    return SignedInDevice.parse({ ...device, current: device.id === this.#device.id });
  }

  /** What was done in a session, and on this device. */
  #note<T extends Done['type']>(what: Pick<Done, 'sessionId' | 'askId'> & { type: T }, data?: DoneData<T>): void {
    this.#parts.auditLog.note({ ...what, data: { ...data, device: this.#device } } as Done);
  }

  #requireMode(sessionId: string, mode: PermissionMode): void {
    const { driver } = this.#parts.sessions.get(sessionId).info;
    requireMode(
      this.#parts.about.drivers.find(({ name }) => name === driver),
      mode,
    );
  }

  async #answer(
    addressee: Parameters<Ledger['answer']>[0],
    answer: Answer,
    clientKey: string | undefined,
  ): Promise<void> {
    // A session that is gone has no asks that could be answered, but saying so helps more.
    const sessionId =
      'toolCallId' in addressee ? addressee.sessionId : this.#parts.ledger.get(addressee.askId).sessionId;
    if ('toolCallId' in addressee) this.#parts.sessions.get(sessionId);
    if (answer.type === 'approve' && answer.permissionMode !== undefined) {
      this.#requireMode(sessionId, answer.permissionMode);
    }
    if (answer.type === 'approve') {
      await requireShownFile(this.#parts, this.#parts.ledger.addressed(addressee), answer);
    }
    this.#parts.ledger.answer(addressee, answer, {
      type: 'device',
      ...this.#device,
      ...(clientKey !== undefined && { clientKey }),
    });
  }
}

function blobOf({ data, mediaType }: StoredAttachment): Blob {
  return new Blob([new Uint8Array(data)], { type: mediaType });
}

/** The entries that say what was done, and on which device. */
type Done = Extract<LogDraft, { sessionId?: unknown; data: { device: Device } }>;
type DoneData<T extends Done['type']> = Omit<Extract<Done, { type: T }>['data'], 'device'>;

/** Callers in process are TypeScript, but not all of them are checked. */
function read<Schema extends z.ZodType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  throw BeckonError.from(parsed.error);
}
