// What happened before an agent was joined, gathered in pieces while its transcript is read, and told to the house. Where the
// house knows how far it got before, all since then is told, as it is read. Where it does not, only the newest is told, and
// where the rest can be read.
import type { AgentEvent, AgentHost, Place } from '../driver.ts';
import type { Mark } from './transcript/mark.ts';

export interface RecollectionOptions {
  host: AgentHost;
  /** Where the reading begins, for a house that knows all before. */
  from: Mark | undefined;
  placeOf(mark: Mark): Place;
}

const PIECE_MESSAGES = 50;
const NEWEST_PIECES = 3;
/** Subagents write beside the transcript, and what they write is told a moment later. */
const SUBAGENT_LAG_MS = 60_000;

export class Recollection {
  readonly #options: RecollectionOptions;
  readonly #pieces: Piece[];
  #isBegun = false;

  constructor(options: RecollectionOptions) {
    this.#options = options;
    this.#pieces = [newPiece(options.from)];
  }

  /** The conversation is long, and what is heard begins here. */
  begin(mark: Mark): void {
    this.#pieces.splice(0, this.#pieces.length, newPiece(mark));
  }

  /** What subagents wrote before this time is known, or stands in what is not told. */
  get since(): number {
    const first = this.#pieces[0]?.mark;
    return first ? Math.max(0, first.state.at - SUBAGENT_LAG_MS) : 0;
  }

  hear(event: AgentEvent): void {
    const piece = this.#pieces.at(-1);
    piece?.events.push(event);
    if (piece && beginsMessage(event)) piece.messages += 1;
  }

  /** All before has been heard, and reading may begin here. */
  rest(mark: () => Mark): void {
    if ((this.#pieces.at(-1)?.messages ?? 0) < PIECE_MESSAGES) return;
    this.#pieces.push(newPiece(mark()));
    if (!this.#options.from && this.#pieces.length > NEWEST_PIECES) this.#pieces.shift();
  }

  /** Tells what is whole, while more is read. */
  async tellPieces(): Promise<void> {
    while (this.#options.from && this.#pieces.length > 1) await this.#tellFirst();
  }

  /** Tells what is left. What is heard meanwhile is told too. */
  async tellRest(): Promise<void> {
    while (this.#pieces.some(({ events }) => events.length > 0)) await this.#tellFirst();
  }

  async #tellFirst(): Promise<void> {
    const { host, from, placeOf } = this.#options;
    const { mark, events } = this.#pieces.shift() ?? newPiece();
    if (this.#pieces.length === 0) this.#pieces.push(newPiece());
    const hasEarlier = mark && !from && !this.#isBegun;
    this.#isBegun = true;
    await host.tellPast({ events, ...(hasEarlier && { earlier: placeOf(mark) }) });
    if (mark) host.reached(placeOf(mark));
  }
}

interface Piece {
  mark?: Mark;
  events: AgentEvent[];
  messages: number;
}

function newPiece(mark?: Mark): Piece {
  return { ...(mark && { mark }), events: [], messages: 0 };
}

/** Whether another message begins with it, be it on its own or to be filled. */
export function beginsMessage({ type }: AgentEvent): boolean {
  return ['message', 'message_start', 'notice', 'error', 'done'].includes(type);
}
