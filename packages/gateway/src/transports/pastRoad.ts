// What a transport does with past sessions: it finds out whether a session is one, and brings it into Beckon when somebody goes
// on with it.
import type {
  DeleteSession,
  Device,
  ForkSession,
  Session,
  SessionPage,
  SessionQuery,
  UpdateSession,
} from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { PastSessions } from '../past/pastSessions.ts';
import { withDriver } from './driverChoice.ts';
import type { GatewayParts } from './gatewayParts.ts';

export class PastRoad {
  readonly #parts: GatewayParts;
  readonly #device: Device;

  constructor(parts: GatewayParts, device: Device) {
    this.#parts = parts;
    this.#device = device;
  }

  /** Those that hold this session; undefined where it is in Beckon, or there are none. */
  with(sessionId: string): PastSessions | undefined {
    return this.#parts.sessions.has(sessionId) ? undefined : this.#parts.past;
  }

  async list(query: SessionQuery): Promise<SessionPage> {
    return (await this.#parts.past?.list(query)) ?? { sessions: [] };
  }

  /** Brings a past session into Beckon, with an agent that goes on with it. Does nothing for one that is there. */
  async takeUp(sessionId: string): Promise<void> {
    const { sessions, about, settings } = this.#parts;
    const past = this.with(sessionId);
    if (!past) return;
    await this.requireFree(sessionId);
    const { cwd, title } = await past.requireResumable(sessionId);
    const driver = about.drivers.find(({ name }) => name === 'sdk')?.name;
    const wanted = { cwd, title, resume: sessionId, ...(driver !== undefined && { driver }) };
    const chosen = withDriver(about.drivers, wanted, settings.current);
    const place = await past.placeOf(sessionId);
    await sessions.create(chosen, { device: this.#device, past: place }).catch((error: unknown) => {
      // Somebody else was faster: it is in Beckon.
      if (!(error instanceof BeckonError && error.code === 'session_exists')) throw error;
    });
  }

  /** Throws where an agent is in this conversation already, in Beckon or elsewhere. */
  async requireFree(conversationId: string): Promise<void> {
    const holder = this.#parts.sessions.inConversation(conversationId);
    if (holder && holder.id !== conversationId) {
      throw new BeckonError(
        'session_exists',
        `This conversation is in Beckon already, in the session “${holder.title}”.`,
      );
    }
    if (!holder) await this.#parts.past?.requireFree(conversationId);
  }

  async update(
    past: PastSessions,
    sessionId: string,
    { title, isArchived, ...others }: UpdateSession,
  ): Promise<Session> {
    if (Object.keys(others).length > 0) {
      throw new BeckonError(
        'not_supported',
        'A past session has a title and a place; the rest is chosen once it runs.',
      );
    }
    const { auditLog } = this.#parts;
    if (title !== undefined) {
      await past.rename(sessionId, title);
      auditLog.note({ type: 'session_changed', sessionId, data: { title, device: this.#device } });
    }
    if (isArchived !== undefined) {
      await past.archive(sessionId, isArchived);
      await this.#noteMoved(past, sessionId);
    }
    return past.get(sessionId);
  }

  async remove(past: PastSessions, sessionId: string, from: DeleteSession['from']): Promise<void> {
    const { title } = await past.get(sessionId);
    const to = from === 'trash' ? await past.deleteForGood(sessionId) : await past.throwAway(sessionId, from);
    this.#parts.auditLog.note({ type: 'past_session_moved', sessionId, data: { to, title, device: this.#device } });
  }

  async restore(sessionId: string): Promise<Session> {
    const past = this.with(sessionId);
    if (!past) throw new BeckonError('session_not_found', 'There is no such session in the trash.');
    const session = await past.restore(sessionId);
    await this.#noteMoved(past, sessionId);
    return session;
  }

  async fork(sessionId: string, { messageId }: ForkSession): Promise<Session> {
    const { past, sessions, auditLog } = this.#parts;
    if (!past)
      throw new BeckonError('not_supported', 'No agent of this gateway keeps conversations that can be forked.');
    const from = sessions.has(sessionId) ? (sessions.get(sessionId).info.conversationId ?? sessionId) : sessionId;
    const session = await past.fork(from, messageId);
    const data = { from: sessionId, ...(messageId !== undefined && { messageId }), device: this.#device };
    auditLog.note({ type: 'session_forked', sessionId: session.id, data });
    return session;
  }

  async #noteMoved(past: PastSessions, sessionId: string): Promise<void> {
    const { title, past: info } = await past.get(sessionId);
    const data = { to: info?.place ?? 'list', title, device: this.#device } as const;
    this.#parts.auditLog.note({ type: 'past_session_moved', sessionId, data });
  }
}
