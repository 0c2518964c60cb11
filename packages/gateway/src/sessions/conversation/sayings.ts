// What is said to a session's agents. What one is sent while it works lies in its memory until it reads it; where it goes
// away before, the next one gets it.
import { randomUUID } from 'node:crypto';
import type { PromptPart, SessionEventDraft } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Agent } from '../../drivers/driver.ts';
import type { ConversationRecord } from './conversationRecord.ts';
import type { House } from '../../house.ts';
import type { InfoChange, KeptInfo } from '../keptInfo.ts';
import { sentParts, shownParts } from './shownParts.ts';

export interface SayingOptions {
  house: House;
  kept: KeptInfo;
  record: ConversationRecord;
  emit(event: SessionEventDraft): void;
  /** Changes what is known of the session, with the messages that its agent may not have read. */
  change(change: InfoChange, sent: readonly string[]): void;
}

interface Saying {
  id: string;
  parts: PromptPart[];
}

export class Sayings {
  readonly #options: SayingOptions;
  /** What the agent that runs was sent, and what of it before its last turn ended. */
  #given = new Set<string>();
  #givenInTurn: ReadonlySet<string> = new Set();

  constructor(options: SayingOptions) {
    this.#options = options;
  }

  /** What is told of an answer is shown under another id, because it is told again, in another way, where it is lost. */
  async say(agent: Agent, { id, parts }: Saying, shownId = id): Promise<void> {
    if (agent.tellsPrompts) return agent.send({ id, parts });
    const { house, kept, emit, change } = this.#options;
    const shown = { createdAt: house.clock.now(), parts: shownParts(house.store, kept.current.id, parts) };
    // Written before the message itself: none is there that nobody would send again.
    const unread = ifAny(kept.current.unread?.filter((other) => other !== id));
    change({ state: 'assistant_turn', unread }, shownId === id ? this.#giving(id) : kept.sent);
    emit({ type: 'message', data: { message: { id: shownId, role: 'user', ...shown } } });
    await agent.send({ id, parts });
  }

  /**
   * Keeps a message for an agent that cannot start yet: it is the next one's, like what the one before had not read. Where
   * agents tell themselves what they were sent, it is shown once one has it.
   */
  keep({ id, parts }: Saying): void {
    const { house, kept, emit, change } = this.#options;
    if (house.drivers[kept.current.driver]?.agentsTellPrompts) {
      kept.keep({ held: [...(kept.private.held ?? []), { id, parts }] });
      return;
    }
    const shown = { createdAt: house.clock.now(), parts: shownParts(house.store, kept.current.id, parts) };
    change({ unread: [...(kept.current.unread ?? []), id] }, kept.sent);
    emit({ type: 'message', data: { message: { id, role: 'user', ...shown } } });
  }

  /** What the agent before this one went away with unread. What is not to be had now stays for the next. */
  async sayUnread(agent: Agent): Promise<void> {
    const { house, kept, change } = this.#options;
    const sessionId = kept.current.id;
    for (const messageId of kept.current.unread ?? []) {
      try {
        const message = this.#read(messageId);
        const unread = ifAny(kept.current.unread?.filter((id) => id !== messageId));
        if (message) {
          change({ state: 'assistant_turn', unread }, this.#giving(messageId));
          await agent.send(message);
        } else {
          // It was never written, so nobody was told that it was taken.
          change({ state: kept.current.state, unread }, kept.sent);
        }
      } catch (error) {
        house.log.warn({ error, sessionId, messageId }, 'could not send a message again');
      }
    }
  }

  /** Whether it is kept for an agent, and shown nowhere yet. */
  isHeld(messageId: string): boolean {
    return this.#options.kept.private.held?.some(({ id }) => id === messageId) ?? false;
  }

  /** What was held for an agent that tells itself what it was sent. What it does not take stays for the next. */
  async sayHeld(agent: Agent): Promise<void> {
    const { house, kept, emit } = this.#options;
    for (const message of kept.private.held ?? []) {
      try {
        await agent.send(message);
      } catch (error) {
        const text = `Your message has not been sent yet. ${BeckonError.from(error).message}`;
        emit({
          type: 'notice',
          data: { messageId: randomUUID(), createdAt: house.clock.now(), level: 'warning', text },
        });
        return;
      }
      kept.keep({ held: kept.private.held?.filter(({ id }) => id !== message.id) });
    }
  }

  agentStarts(): void {
    this.#given = new Set();
    this.#givenInTurn = new Set();
  }

  /** What was sent by then is read before the agent comes to rest; what comes between the two, after it. */
  turnEnded(): void {
    this.#givenInTurn = new Set(this.#given);
  }

  /** Of these, those that an agent that has come to rest may not have read. */
  afterRest(messageIds: readonly string[]): string[] {
    for (const id of this.#givenInTurn) this.#given.delete(id);
    return messageIds.filter((id) => !this.#givenInTurn.has(id));
  }

  /** The agent is gone: what it had not read is left for the next one, but for what it may have died of. */
  async agentGone({ diedSoon }: { diedSoon: boolean }): Promise<void> {
    const { kept, change } = this.#options;
    // What was left before, too: that it has been sent since may have been lost with the power.
    const { unread: before = [] } = kept.current;
    const candidates = diedSoon ? before : [...new Set([...before, ...kept.sent])];
    if (candidates.length + kept.sent.length === 0) return;
    const unread = candidates.length > 0 ? await this.#unreadOf(candidates) : [];
    change({ state: kept.current.state, unread: ifAny(unread) }, []);
  }

  #giving(messageId: string): string[] {
    this.#given.add(messageId);
    return [...new Set([...this.#options.kept.sent, messageId])];
  }

  async #unreadOf(messageIds: readonly string[]): Promise<string[]> {
    const { house, kept } = this.#options;
    const { id: sessionId, conversationId, cwd, driver } = kept.current;
    try {
      return (await house.drivers[driver]?.unread?.({ sessionId, conversationId, cwd }, messageIds)) ?? [];
    } catch (error) {
      house.log.warn({ error, sessionId }, 'could not find out what the agent had read');
      return [];
    }
  }

  #read(messageId: string): Saying | undefined {
    const { house, kept, record } = this.#options;
    const message = record.find(messageId);
    return message && { id: messageId, parts: sentParts(house.store, kept.current.id, message.parts) };
  }
}

function ifAny(ids: string[] | undefined): string[] | undefined {
  return ids && ids.length > 0 ? ids : undefined;
}
