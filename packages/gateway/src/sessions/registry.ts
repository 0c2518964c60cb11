// All sessions of this gateway, by id.
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type {
  Ability,
  Ask,
  CreateSession,
  Device,
  DriverName,
  MessagePage,
  NoticeLevel,
  PageQuery,
  PermissionMode,
  Session,
  SessionEventDraft,
  SessionInfo,
  SessionPage,
  SessionQuery,
} from '@beckon/protocol';
import { BeckonError, noUsage, withAsks } from '@beckon/protocol';
import type { Driver, Place, RunningAgent } from '../drivers/driver.ts';
import type { House } from '../house.ts';
import { KnownSession } from './knownSession.ts';
import { KnownSessions } from './knownSessions.ts';
import { SessionIndex } from './sessionIndex.ts';
import type { Snapshot } from '../telling/eventLog.ts';
import type { StoredAttachment, StoredSession } from '../store/sessionStore.ts';
import { settleInTurn, settleTogether } from '../settling.ts';
import { askedCallsIn, callsIn, withAskedCalls } from './conversation/askedCalls.ts';
import { readDocument, readImage } from './conversation/shownParts.ts';
import { readFolder } from './folder.ts';
import { titleFrom, untitled } from './title.ts';

/** Beside those that wait or run, a newcomer is told of so many that were touched last: more than a screen shows. */
const touchedLast = 60;

/** What to create, its driver and its mode chosen. */
type NewSession = Omit<CreateSession, 'clientKey'> & {
  driver: DriverName;
  permissionMode: PermissionMode;
  hasOwnDefaults?: boolean;
};

const needsNoAgent = new Set<Ability>(['message', 'permission_mode', 'model']);

export class SessionRegistry {
  readonly #house: House;
  readonly #index = new SessionIndex();
  readonly #sessions: KnownSessions;
  readonly #joining = new Set<Promise<void>>();
  /** Those that were removed while that could not be written, and on which device. */
  readonly #undeleted = new Map<string, Device | undefined>();
  #isClosing = false;

  constructor(house: House) {
    this.#house = house;
    this.#sessions = new KnownSessions(house, this.#index);
    house.events.onAppend((event) => this.#index.hear(event));
  }

  /** Takes up the sessions of an earlier run; where the agent is gone, what it had asked waits on without it. */
  async restore(): Promise<void> {
    const { store, ledger, drivers } = this.#house;
    const stored = store.listSessions();
    for (const { queued: _, moreAsks: __, ...session } of stored) this.#sessions.keep({ ...session, state: 'dead' });
    await settleTogether(
      Object.values(drivers).map((driver) => async () => {
        await driver.endLeftovers?.();
        await driver.watch?.((running) => this.#join(driver, running));
      }),
    );
    await Promise.all(this.#joining);
    const waiting = new Set(ledger.unfinished().map(({ sessionId }) => sessionId));
    for (const session of stored) {
      const { id, state, queued } = session;
      const known = wasLeftBehind(session) || waiting.has(id) ? this.get(id) : this.#sessions.awake.get(id);
      if (known?.info.state !== 'dead') continue;
      known.agentLost(state);
      if (queued) known.startQueued();
    }
    for (const { id, sessionId } of ledger.unfinished()) {
      if (!this.#sessions.has(sessionId)) ledger.withdraw(id, 'agent_gone');
    }
  }

  async create(
    request: NewSession,
    { device, newId = randomUUID(), past }: { device: Device; newId?: string; past?: Place },
  ): Promise<Session> {
    this.#refuseWhenClosing();
    const cwd = await readFolder(request.cwd);
    const id = request.resume ?? newId;
    if (this.#sessions.has(id)) throw new BeckonError('session_exists', 'That session is in Beckon already.');
    const { claudeArguments, hasOwnDefaults, desk } = request;
    const stored = {
      createdOn: device,
      // What was said before can be read while nobody has let an agent in yet.
      ...(past !== undefined && { past }),
      ...(claudeArguments && { claudeArguments }),
      ...(hasOwnDefaults && { hasOwnDefaults }),
    };
    const session = new KnownSession(this.#house, { ...this.#newSession(id, cwd, request), ...stored });
    this.#add(session);
    session.announce();
    try {
      await session.start({ conversation: request.resume === undefined ? 'new' : 'kept', ...(desk && { desk }) });
      if (request.resume !== undefined && session.conversation.isEmpty) session.emit(this.#notice('info', resumed));
      if (request.prompt !== undefined) await session.send(request.prompt);
    } catch (error) {
      await this.#remove(session);
      throw error;
    }
    return session.session;
  }

  get(id: string): KnownSession {
    const session = this.#sessions.get(id);
    if (session) return session;
    throw new BeckonError('session_not_found', 'There is no such session. It may have been removed on another device.');
  }

  /** The folder that a session works in. */
  cwdOf(id: string): string | undefined {
    return this.#sessions.get(id)?.info.cwd;
  }

  /** Where a session works, by which driver, and whether its agent runs; undefined where there is none. */
  placeOf(id: string): { driver: string; cwd: string; isRunning: boolean } | undefined {
    const info = this.#index.get(id);
    return info && { driver: info.driver, cwd: info.cwd, isRunning: info.state !== 'dead' };
  }

  /** What is known of a session; undefined where there is none. */
  infoOf(id: string): SessionInfo | undefined {
    return this.#index.get(id);
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** The session that is in this conversation of its agent's, or was last. */
  inConversation(conversationId: string): SessionInfo | undefined {
    return this.#index.get(conversationId) ?? this.#index.inConversation(conversationId);
  }

  /** The session, for something that may start its agent. */
  wake(id: string): KnownSession {
    this.#refuseWhenClosing();
    return this.get(id);
  }

  /** Each session is the same object as in the last list, where nothing has changed about it. */
  list(query: SessionQuery = {}): SessionPage {
    const waiting = new Set(this.#house.ledger.openAsks().map(({ sessionId }) => sessionId));
    const { infos, ...page } = this.#index.page(query, waiting);
    return { sessions: this.#withAsks(infos), ...page };
  }

  /** What a newcomer has to know. */
  snapshot(): Snapshot {
    const asks = this.#house.ledger.unfinished();
    const waiting = asks.map(({ sessionId }) => sessionId);
    const { infos, ...page } = this.#index.current(waiting, touchedLast);
    return { sessions: this.#withAsks(infos), asks, ...page };
  }

  async remove(id: string, device?: Device): Promise<void> {
    // Nothing comes after a session was left: what it waits for could not be withdrawn any more.
    this.#refuseWhenClosing();
    const session = this.get(id);
    // While nothing can be written nothing is ended either: who asked for it is told so, and can ask again.
    session.write();
    await this.#remove(session, device);
  }

  /** Removes those whose agents are gone, in which nothing has happened since, and nothing waits. */
  async forget(before: number): Promise<void> {
    for (const id of this.#index.olderThan(before)) {
      const info = this.#index.get(id);
      if (info?.state !== 'dead' || info.lastActivityAt >= before) continue;
      if (this.#house.ledger.unfinished(id).length > 0) continue;
      await this.#remove(this.get(id));
      // Others get their turn between any two.
      await setImmediate();
    }
  }

  async messages(id: string, { before, limit = 100 }: PageQuery): Promise<MessagePage> {
    const { ledger, events } = this.#house;
    const past = await this.get(id).conversation.earlier({ before, limit });
    const earlier = past && {
      ...past,
      messages: withAskedCalls(past.messages, ledger.forToolCalls(id, callsIn(past.messages))),
    };
    // From here on in one step, so that the page holds what the events up to its number say.
    const page = this.get(id).conversation.page({ before, limit }, earlier);
    const toolCallIds = askedCallsIn(page.messages);
    const known = new Set(toolCallIds);
    const loose = ledger.unfinished(id).filter(({ toolCallId }) => !known.has(toolCallId));
    const asks = [...ledger.forToolCalls(id, toolCallIds), ...loose];
    const newest = before === undefined ? { session: this.get(id).session } : {};
    return { ...page, ...newest, asks, seq: events.seq };
  }

  image(id: string, imageId: string): StoredAttachment {
    const image = readImage(this.#house.store, this.get(id).info.id, imageId);
    if (image) return image;
    throw new BeckonError('not_found', 'There is no such image in this session.');
  }

  document(id: string, documentId: string): StoredAttachment {
    const document = readDocument(this.#house.store, this.get(id).info.id, documentId);
    if (document) return document;
    throw new BeckonError('not_found', 'There is no such document in this session.');
  }

  /** A step of an ask belongs to its conversation, and an answer may be due. */
  askStepped(ask: Ask, step: 'opened' | 'changed'): void {
    this.#sessions.get(ask.sessionId)?.askStepped(ask, step);
  }

  /** Writes what could not be written while the store was in trouble. */
  saveAll(): void {
    for (const session of this.#sessions.awake.values()) session.save();
    for (const [id, device] of this.#undeleted) this.#house.store.deleteSession(id, device);
    this.#undeleted.clear();
  }

  /** Ends every agent; the sessions are there again with the next start. */
  async close(): Promise<void> {
    await this.#close([...this.#sessions.awake.values()]);
  }

  /** After a restore that failed: lets go of the agents that were joined, and decides nothing about the others. */
  async abandon(): Promise<void> {
    await Promise.all(this.#joining);
    await this.#close([...this.#sessions.awake.values()].filter(({ info }) => info.state !== 'dead'));
  }

  async #close(sessions: KnownSession[]): Promise<void> {
    this.#isClosing = true;
    await settleInTurn([
      () => settleTogether(sessions.map((session) => () => session.leave())),
      () => settleTogether(Object.values(this.#house.drivers).map((driver) => () => driver.close?.())),
    ]);
  }

  /** An agent that runs without us having started it becomes a session, or brings its session back. */
  #join(driver: Driver, running: RunningAgent): boolean {
    const { sessionId, cwd, permissionMode, model } = running;
    const known = this.#sessions.get(sessionId) ?? this.#inConversation(sessionId);
    // The user's hooks report the agents of other drivers too.
    const isOthers = (known?.info.driver ?? driver.name) !== driver.name;
    if (this.#isClosing || isOthers || known?.isRemoved) return false;
    const request = { cwd, permissionMode, driver: driver.name, ...(model !== undefined && { model }) };
    // A session has one agent: another one that takes up a conversation which that has left is a session of its own.
    const isFree = known?.info.state === 'dead';
    const id = known ? randomUUID() : sessionId;
    const session = isFree ? known : new KnownSession(this.#house, this.#newSession(id, cwd, request));
    this.#add(session);
    if (session !== known) session.announce();
    const joining = session.join(running).then(
      () => undefined,
      (error: unknown) => this.#house.log.warn({ error, sessionId: session.info.id }, 'could not join an agent'),
    );
    this.#joining.add(joining);
    void joining.finally(() => this.#joining.delete(joining));
    return true;
  }

  /** The id of the session that is in a conversation of its agent's, where it goes by another than the conversation's. */
  idInConversation(conversationId: string): string | undefined {
    return this.#sessions.get(conversationId) ? undefined : this.#index.inConversation(conversationId)?.id;
  }

  /** The session whose last agent went on under this id. */
  #inConversation(conversationId: string): KnownSession | undefined {
    const info = this.#index.inConversation(conversationId);
    return info && this.#sessions.get(info.id);
  }

  #add(session: KnownSession): void {
    this.#sessions.set(session);
    this.#undeleted.delete(session.info.id);
  }

  async #remove(session: KnownSession, device?: Device): Promise<void> {
    const { id } = session.info;
    await session.discard();
    if (this.#sessions.get(id) !== session) return;
    this.#sessions.delete(id);
    try {
      this.#house.store.deleteSession(id, device);
    } catch (error) {
      this.#undeleted.set(id, device);
      this.#house.log.error({ error, sessionId: id }, 'could not delete the session');
    }
    this.#house.events.append(id, { type: 'session_removed', data: {} });
  }

  #withAsks(infos: SessionInfo[]): Session[] {
    return infos.map((info) => withAsks(info, this.#house.ledger.openAsks(info.id)));
  }

  #refuseWhenClosing(): void {
    if (this.#isClosing) throw new BeckonError('shutting_down', 'Beckon is shutting down.');
  }

  #newSession(id: string, cwd: string, request: NewSession): StoredSession {
    const { title, prompt, driver, permissionMode, model, sandbox } = request;
    const { abilities = [] } = this.#house.drivers[driver]?.description ?? {};
    const now = this.#house.clock.now();
    return {
      id,
      driver,
      cwd,
      ...(title !== undefined && { isNamed: true }),
      title: title ?? (prompt === undefined ? untitled : titleFrom(prompt)),
      state: 'starting',
      permissionMode,
      chosenMode: permissionMode,
      ...(model !== undefined && { model }),
      ...(sandbox && { isSandboxed: true }),
      models: [],
      // Known for good once its agent runs; until then, and after, a message starts one.
      abilities: abilities.filter((ability) => needsNoAgent.has(ability)),
      createdAt: now,
      lastActivityAt: now,
      usage: noUsage,
    };
  }

  #notice(level: NoticeLevel, text: string): SessionEventDraft {
    return { type: 'notice', data: { messageId: randomUUID(), createdAt: this.#house.clock.now(), level, text } };
  }
}

const resumed = 'The agent remembers the conversation up to here; Beckon shows what comes after.';

/** Whether the last gateway went away in the middle of something: with an agent, a start or a message that nobody has read. */
function wasLeftBehind({ state, queued, sent = [], unread = [] }: StoredSession): boolean {
  return state !== 'dead' || queued !== undefined || sent.length + unread.length > 0;
}
