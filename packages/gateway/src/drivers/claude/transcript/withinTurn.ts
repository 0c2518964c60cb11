// A place in the middle of a long turn at which reading may begin, found from the end of the file: where a message begins, with
// what a reader must know of the turn so far. Lines are told by their bytes first, and few are parsed.
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import { type Fields, fieldsOf, parseLine, textOf } from './fields.ts';
import type { EarlierLine } from './linesBefore.ts';
import { LineTimes } from './lineTimes.ts';
import type { Mark } from './mark.ts';
import { hasResult, isMeantForModel, isTyped, saidIn } from './reader.ts';
import { readUsage } from './spending.ts';
import { atTheBeginning } from './turn.ts';

interface Written {
  offset: number;
  id: string;
  at: number;
  messageId: string;
  /** What stands before it may come with it: results of calls that were left with Escape. */
  isBehindLeft?: true;
}

export class WithinTurn {
  /** The first line that is known of the message that was met last. */
  #earliest: Written | undefined;
  /** Where reading is to begin. */
  #place: Written | undefined;
  #spent: Usage = noUsage;

  /** Whether a place has been found: what is missing is how its turn began. */
  get hasPlace(): boolean {
    return this.#place !== undefined;
  }

  /** The line before those that were met. Gives a mark once the place is known, and the beginning of its turn. */
  meet({ bytes, start }: EarlierLine): Mark | undefined {
    if (this.#earliest && bytes.includes('"toolDenialKind"')) this.#earliest.isBehindLeft = true;
    const isMessage = bytes.includes('"type":"assistant"');
    const line = isMessage || mayBeBoundary(bytes) ? parseLine(bytes.toString('utf8')) : undefined;
    const boundary = line && boundaryIn(line);
    if (boundary === 'end') return this.#endBefore();
    if (boundary) return this.#mark(boundary);
    if (line) this.#meetMessage(line, start);
    return start === 0 ? this.#endBefore() : undefined;
  }

  /** A turn that began by itself is named by its first line. */
  #endBefore(): Mark | undefined {
    return this.#earliest && this.#mark(this.#earliest);
  }

  /** Undefined where the place is still to be found: then it is in an earlier turn. */
  #mark(begun: { id: string; at: number }): Mark | undefined {
    this.#earliest = undefined;
    if (!this.#place) return undefined;
    const { offset, at } = this.#place;
    const beginning = { id: begun.id, at: begun.at };
    return {
      offset,
      state: { at, turn: { ...atTheBeginning, begun: beginning, lastAt: at, endedAt: begun.at, spent: this.#spent } },
    };
  }

  #meetMessage(line: Fields, offset: number): void {
    const message = fieldsOf(line['message']);
    const [id, messageId] = [textOf(line['uuid']), textOf(message?.['id'])];
    if (line['type'] !== 'assistant' || line['isSidechain'] === true || !id || !messageId) return;
    const isAnother = this.#earliest?.messageId !== messageId;
    if (isAnother && this.#earliest?.isBehindLeft !== true) this.#place ??= this.#earliest;
    // Its last line, which is met first, has all that the message spent.
    const usage = isAnother && this.#place && isCounted(line, message) ? fieldsOf(message?.['usage']) : undefined;
    if (usage) this.#spent = addUsage(this.#spent, readUsage(usage));
    this.#earliest = { offset, id, messageId, at: new LineTimes().read(line['timestamp']) };
  }
}

function isCounted(line: Fields, message: Fields | undefined): boolean {
  return line['isApiErrorMessage'] !== true && message?.['model'] !== '<synthetic>';
}

function mayBeBoundary(bytes: Buffer): boolean {
  if (bytes.includes('"turn_duration"')) return true;
  // Most lines are long results of tools.
  return bytes.includes('"type":"user"') && (!bytes.includes('"tool_result"') || bytes.includes('"type":"text"'));
}

/** A prompt that begins a turn, or the end of one. */
function boundaryIn(line: Fields): { id: string; at: number } | 'end' | undefined {
  if (line['isSidechain'] === true || isMeantForModel(line)) return undefined;
  if (line['type'] === 'system') return line['subtype'] === 'turn_duration' ? 'end' : undefined;
  const id = textOf(line['uuid']);
  if (line['type'] !== 'user' || !id) return undefined;
  const said = saidIn(line);
  const { content } = fieldsOf(line['message']) ?? {};
  if (said.some(isTyped) && !hasResult(content)) return { id, at: new LineTimes().read(line['timestamp']) };
  return said.includes('interruption') ? 'end' : undefined;
}
