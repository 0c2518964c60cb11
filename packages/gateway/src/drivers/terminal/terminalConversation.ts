// The conversation of an agent in a terminal, followed through its transcripts: `/clear`, `/resume` and a fork go on in another
// one, and what stands above stays the session's.
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { TurnOutcome } from '@beckon/protocol';
import { pause } from '../../clock.ts';
import type { PastConversations } from '../claude/pastConversations.ts';
import { beginsMessage, Recollection } from '../claude/recollection.ts';
import { firstPrompt } from '../claude/transcript/firstPrompt.ts';
import { followSession, type FollowedSession } from '../claude/transcript/followSession.ts';
import type { Mark } from '../claude/transcript/mark.ts';
import type { AgentEvent, AgentHost, AgentStatus, Place, SessionName } from '../driver.ts';
import type { Told } from '../told.ts';
import { SessionSpending, type SessionSpendingParts, type SpentByConversation } from './sessionSpending.ts';

export interface TerminalConversationParts extends Pick<SessionSpendingParts, 'clock' | 'spent'> {
  host: AgentHost;
  transcript: string;
  past: PastConversations;
  /** The path, if it names a transcript of this user's sessions; what a hook says is not taken on trust. */
  readTranscriptPath(path: string): Promise<string | undefined>;
  onKept(change: { transcript: string } | { spent: SpentByConversation }): void;
  onTold(told: Told): void;
  /** Something about the files themselves that the person may want to know. */
  onTrouble(sentence: string): void;
}

export class TerminalConversation {
  readonly #parts: TerminalConversationParts;
  readonly #spending: SessionSpending;
  #transcript: string;
  #followed: FollowedSession;
  /** While it is read for the first time, the past is gathered here. */
  #past: Recollection | undefined;
  #recalledName: SessionName | undefined;
  #messagesSinceMark = 0;
  #isLeft = false;
  /** Resolves when the conversation that was told last is followed. */
  #goingOn = Promise.resolve();

  constructor(parts: TerminalConversationParts) {
    this.#parts = parts;
    this.#spending = new SessionSpending(parts);
    this.#transcript = parts.transcript;
    this.#followed = this.#follow();
  }

  /** `claude` names a transcript by its own id of the conversation. */
  get id(): string {
    return basename(this.#transcript, '.jsonl');
  }

  get followed(): FollowedSession {
    return this.#followed;
  }

  /** Whether what is told now happened before the agent was joined. */
  get isRecalled(): boolean {
    return this.#past !== undefined;
  }

  /** Tells all that happened before. */
  async recall(): Promise<void> {
    const { host } = this.#parts;
    const past = new Recollection({ host, from: this.#knownMark(), placeOf: (mark) => this.#place(mark) });
    this.#past = past;
    await this.#followed.caughtUp();
    await past.tellRest();
    this.#past = undefined;
    const named = this.#recalledName;
    this.#recalledName = undefined;
    if (named) host.update({ named });
    void this.tellSpent();
  }

  /** Tells what the session has cost, as far as that is written. */
  tellSpent(): Promise<void> {
    return this.#spending.tell(this.#followed, this.id);
  }

  /** Tells what was said first: of a long conversation that is not told again. */
  async tellFirstPrompt(): Promise<void> {
    const title = await firstPrompt(this.#transcript);
    if (title !== undefined) this.#parts.host.update({ named: { title, by: 'prompt' } });
  }

  /** One that a later gateway takes up, or another process: the last agent of its session may have been in another. */
  markIfNew(): void {
    const { conversationId = this.id } = this.#parts.host.session;
    if (conversationId !== this.id) this.#markBeginning('resume');
  }

  /** Says what was read. */
  tell(event: AgentEvent): void {
    if (this.#past) this.#past.hear(event);
    else this.#parts.host.emit(event);
    if (beginsMessage(event)) this.#messagesSinceMark += 1;
  }

  /** Of the past only the last name counts, and nothing else. */
  tellStatus(status: AgentStatus): void {
    if (!this.#past) return this.#parts.host.update(status);
    if (status.named) this.#recalledName = status.named;
  }

  /** The turn is over, as is known from elsewhere. */
  endTurn(outcome?: TurnOutcome): void {
    const { host } = this.#parts;
    for (const event of this.#followed.reader.endTurn(host.now(), outcome)) host.emit(event);
  }

  /** The transcript of another conversation of the same folder. */
  pathOf(conversationId: string): string {
    return join(dirname(this.#transcript), `${conversationId}.jsonl`);
  }

  /**
   * The agent is in the conversation of this transcript now, whichever it was in before. `leaving` is called when the last
   * one has been read to its end, and is left.
   */
  goOn(transcript: string, beginning: Beginning, leaving: () => void): Promise<void> {
    const goOn = () => this.#goOnIn(transcript, beginning, leaving);
    return (this.#goingOn = this.#goingOn.then(goOn).catch(() => this.#parts.onTrouble(cannotFollow)));
  }

  async close(): Promise<void> {
    this.#isLeft = true;
    await this.#spending.settle();
    await this.#followed.close();
  }

  async #goOnIn(named: string, { isFirst, source }: Beginning, leaving: () => void): Promise<void> {
    const { host, readTranscriptPath, onKept } = this.#parts;
    const path = await readTranscriptPath(named);
    if (path === undefined || path === this.#transcript || this.#isLeft) return;
    await this.#followed.caughtUp();
    leaving();
    this.endTurn();
    this.#spending.leave(this.#followed, this.id);
    if (!isFirst) this.#markBeginning(source);
    this.#transcript = path;
    onKept({ transcript: path });
    host.update({ conversationId: this.id });
    this.#followed = this.#follow();
    await this.recall();
  }

  #markBeginning(source: string | undefined): void {
    const { host } = this.#parts;
    const own = { messageId: randomUUID(), createdAt: host.now() };
    host.emit({ type: 'notice', data: { ...own, level: 'info', text: beginningSentence(source), isBreak: true } });
  }

  #follow(): FollowedSession {
    const followed: FollowedSession = followSession(this.#transcript, {
      from: this.#knownMark(),
      onLongPast: (mark) => this.#past?.begin(mark),
      // One that was left is read on for what it came to; nothing that it says counts.
      onTold: (told) => this.#followed === followed && this.#parts.onTold(told),
      onRest: (mark) => this.#rest(mark),
      onPiece: async () => this.#past?.tellPieces(),
      breathe: () => pause(this.#parts.clock, breathMs),
      subagentsSince: () => this.#past?.since ?? 0,
      onTrouble: (sentence) => this.#parts.onTrouble(sentence),
    });
    return followed;
  }

  /** Where the house knows all before, as far as that is in the transcript that is followed now. */
  #knownMark(): Mark | undefined {
    return this.#parts.past.mark(this.#transcript, this.#parts.host.place);
  }

  #place(mark: Mark): Place {
    return this.#parts.past.place(this.#transcript, mark);
  }

  /** Another gateway begins to read here, and need not be told much again. */
  #rest(mark: () => Mark): void {
    if (this.#past) return this.#past.rest(mark);
    if (this.#messagesSinceMark < messagesBetweenMarks) return;
    this.#messagesSinceMark = 0;
    this.#parts.host.reached(this.#place(mark()));
  }
}

/** Longer than a piece takes to read, so that whoever is answered meanwhile finds the gateway free. */
const breathMs = 1;

interface Beginning {
  /** The agent has been in none before: there is nothing above. */
  isFirst?: boolean;
  /** What the agent says that it came from: `source` of its SessionStart. */
  source?: string;
}

function beginningSentence(source: string | undefined): string {
  switch (source) {
    case 'clear':
      return 'Begun anew with /clear. The agent does not know what stands above.';
    case 'resume':
      return 'From here on the agent goes on with another of its conversations.';
    case 'fork':
      return 'From here on the conversation goes on in a copy.';
    default:
      return 'From here on it is another conversation.';
  }
}

const cannotFollow = 'The agent has begun another conversation, which Beckon cannot read.';

const messagesBetweenMarks = 20;
