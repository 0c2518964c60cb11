// A transcript's lines, turned into what the house tells its clients. No I/O: the same lines in the same order always give
// the same events, and a line that comes again, because the file began anew, gives none.
import type { Message, ToolCallId, ToolResult, TurnOutcome } from '@beckon/protocol';
import { ClaudeMode } from '../../claude/modes.ts';
import type { AgentEvent, SessionName } from '../../driver.ts';
import { resultText } from '../../resultText.ts';
import { apiErrorSentence } from '../../sentences.ts';
import type { TerminalChange, Told } from '../../told.ts';
import { callIdOf, countOf, type Fields, fieldsOf, listOf, parseLine, textOf } from './fields.ts';
import { LineTimes } from './lineTimes.ts';
import { OpenCalls, type OpenToolCall } from './openCalls.ts';
import { MessageQueue } from './queue.ts';
import { isLeft, leftAtDialog, recordedAnswer } from './recordedAnswer.ts';
import { readTotal, readUsage, type Spending } from './spending.ts';
import { systemNotice } from './systemNotice.ts';
import { atTheBeginning, Turn, type TurnState } from './turn.ts';
import { readUserBlock, readUserText, type UserText } from './userText.ts';
import { type Origin, Writing } from './writing.ts';

export interface ReaderOptions {
  /** A prompt that the house has already told, because it was sent from there, is not told again. */
  isKnownPrompt?: (text: string) => boolean;
  /** What is told of all that is spent. */
  spending?: Spending | undefined;
  /** Where another reader was when it stopped; the first line without it. */
  from?: ReaderState | undefined;
  /**
   * Called before a line counts that begins a message, while no call of the main agent's is open: another reader may go
   * on with that line, from the state that this one has now.
   */
  onRest?: () => void;
}

/** All that has to be known to go on reading in the middle of a file. */
export interface ReaderState {
  at: number;
  turn: TurnState;
}

/** The same for a line that is a prompt, of which nothing before is known. */
export function readerAtPrompt(at: number): ReaderState {
  return { at, turn: { ...atTheBeginning, lastAt: at, endedAt: at } };
}

export class TranscriptReader {
  readonly #isKnownPrompt: (text: string) => boolean;
  readonly #calls = new OpenCalls();
  readonly #writing = new Writing(this.#calls);
  readonly #queue = new MessageQueue();
  readonly #turn: Turn;
  readonly #times: LineTimes;
  readonly #onRest: () => void;
  readonly #spending: Spending | undefined;
  /** Of the lines that were read. Only a file that begins anew can bring one of them again. */
  readonly #uuids: string[] = [];
  #known: ReadonlySet<string> | undefined;
  readonly #left: { toolCallId: ToolCallId; result: ToolResult }[] = [];
  /** Whether the line that is read now brings such results. */
  #bringsLeft = false;

  constructor({ isKnownPrompt = () => false, onRest = () => undefined, spending, from }: ReaderOptions = {}) {
    this.#spending = spending;
    this.#isKnownPrompt = isKnownPrompt;
    this.#onRest = onRest;
    this.#turn = new Turn(from?.turn);
    this.#times = new LineTimes(from?.at);
  }

  /** To be asked for at rest only. */
  state(): ReaderState {
    return { at: this.#times.last, turn: this.#turn.state() };
  }

  /** Calls that the transcript knows no result of: what the agent waits for, and what it runs. */
  danglingToolCalls(): OpenToolCall[] {
    return this.#calls.list();
  }

  /** The lines come again from the first: those that were read are passed over. */
  restart(): void {
    this.#known = new Set(this.#uuids);
  }

  /** For a turn whose end is known from elsewhere; the transcript does not always tell it. When its last line was written. */
  endTurn(at = this.#times.last, outcome?: TurnOutcome): AgentEvent[] {
    return [...this.#takeLeft(), ...this.#turn.end({ at, ...(outcome && { outcome }) })];
  }

  /** For a reader that stops where another begins with a prompt: what that line tells of the turn before it. */
  endBeforePrompt(): AgentEvent[] {
    return [...this.#takeLeft(), ...this.#turn.endBeforePrompt()];
  }

  /** `author` is the tool call whose subagent the transcript is of; undefined for the session's own. */
  read(text: string, author?: ToolCallId): Told {
    // About half of a transcript's bytes are the CLI's own records of its requests.
    if (text.startsWith('{"type":"api-request')) return nothing;
    const line = parseLine(text);
    if (line === undefined) return nothing;
    switch (line['type']) {
      case 'assistant':
      case 'user':
      case 'system':
        return this.#readOnce(line, author);
      case 'attachment':
        return isQueuedPrompt(line) ? this.#readOnce(line, author) : nothing;
      case 'permission-mode':
        return modeStatus(line['permissionMode']);
      case 'queue-operation': {
        const queuedMessages = this.#queue.read(line);
        return queuedMessages ? { events: [], terminal: { queuedMessages } } : nothing;
      }
      case 'custom-title':
        return nameStatus(line['customTitle'], 'person');
      case 'ai-title':
        return nameStatus(line['aiTitle'], 'agent');
      case 'cost-state': {
        const usage = readTotal(line);
        if (usage) this.#spending?.saidAll({ usage, saidAt: this.#times.last });
        return nothing;
      }
      default:
        return nothing;
    }
  }

  #readOnce(line: Fields, author: ToolCallId | undefined): Told {
    const uuid = textOf(line['uuid']);
    if (!uuid || this.#known?.has(uuid)) return nothing;
    // Old versions kept subagents' lines in the session's own file, with nothing to tell whose they are.
    if (line['isSidechain'] === true && author === undefined) return nothing;
    this.#uuids.push(uuid);
    const left = author === undefined ? this.#takeLeft(line) : [];
    this.#bringsLeft = left.length > 0;
    const events = [...left, ...this.#tell(line, { uuid, at: this.#times.read(line['timestamp']), author })];
    const terminal = author === undefined ? contextOf(line) : undefined;
    if (events.length === 0 && !terminal) return nothing;
    return { events, ...(terminal && { terminal }) };
  }

  #tell(line: Fields, origin: Origin): AgentEvent[] {
    switch (line['type']) {
      case 'assistant':
        return this.#assistant(line, origin);
      case 'user':
        return this.#user(line, origin);
      case 'attachment':
        return this.#attachment(fieldsOf(line['attachment']) ?? {}, origin);
      default:
        return this.#system(line, origin);
    }
  }

  #assistant(line: Fields, origin: Origin): AgentEvent[] {
    const message = fieldsOf(line['message']);
    const id = textOf(message?.['id']);
    if (message === undefined || !id) return [];
    const isMain = origin.author === undefined;
    if (isMain && this.#writing.isNew(id) && this.#calls.isMainFree) this.#rest();
    if (isMain) this.#turn.wrote(origin.uuid, origin.at);
    if (line['isApiErrorMessage'] === true) {
      if (isMain) this.#turn.failed();
      const isRateLimit = line['error'] === 'rate_limit';
      const data = { ...ownMessage(origin), message: apiError(line, message), ...(isRateLimit && { isRateLimit }) };
      return [{ type: 'error', data }];
    }
    // What the CLI puts into the model's mouth, such as "No response requested."
    if (message['model'] === '<synthetic>') return [];
    const usage = fieldsOf(message['usage']);
    if (usage !== undefined) {
      this.#turn.spent(id, usage, origin);
      this.#spending?.spent({ messageId: id, usage: readUsage(usage), ...origin });
    }
    return this.#writing.write(id, message['content'], origin);
  }

  #user(line: Fields, origin: Origin): AgentEvent[] {
    const content = fieldsOf(line['message'])?.['content'];
    const isForModel = isMeantForModel(line) || origin.author !== undefined;
    if (typeof content === 'string') return isForModel ? [] : this.#said([readUserText(content)], origin);
    const events: AgentEvent[] = [];
    const said: UserText[] = [];
    for (const item of listOf(content)) {
      const block = fieldsOf(item) ?? {};
      if (block['type'] === 'tool_result') events.push(...this.#result(block, line));
      else if (!isForModel) said.push(readUserBlock(block));
    }
    if (said.length === 0) return events;
    // Words beside a result were added to a yes at the desk.
    return [...events, ...this.#said(said, origin, hasResult(content) ? 'within a turn' : undefined)];
  }

  #result(block: Fields, line: Fields): AgentEvent[] {
    const toolCallId = callIdOf(block['tool_use_id']);
    if (toolCallId === undefined) return [];
    this.#calls.settle(toolCallId);
    const result = { text: resultText(block['content']), isError: block['is_error'] === true };
    const recorded = recordedAnswer(line);
    const data = { toolCallId, result: { ...result, ...(recorded && { recorded }) } };
    if (line['isSidechain'] === true || !isLeft(line)) return [{ type: 'tool_result', data }];
    this.#left.push(data);
    return [];
  }

  /** The results of calls that were left with Escape. The line after them tells whether they ran, and comes with them. */
  #takeLeft(next: Fields = {}): AgentEvent[] {
    if (this.#left.length === 0 || isLeft(next)) return [];
    const wereRunning = next['interruptedMessageId'] !== undefined;
    return this.#left.splice(0).map(({ toolCallId, result }) => ({
      type: 'tool_result',
      data: { toolCallId, result: { ...result, ...(wereRunning ? { wasStopped: true } : { recorded: leftAtDialog }) } },
    }));
  }

  /** Another reader that began with this line would not know of the results that come with it. */
  #rest(): void {
    if (!this.#bringsLeft) this.#onRest();
  }

  /** What a person typed while tools ran goes to the model as an attachment of their results. */
  #attachment(attachment: Fields, origin: Origin): AgentEvent[] {
    if (origin.author !== undefined) return [];
    const { prompt } = attachment;
    const said =
      typeof prompt === 'string'
        ? [readUserText(prompt)]
        : listOf(prompt).map((block) => readUserBlock(fieldsOf(block) ?? {}));
    return this.#said(said, origin, 'within a turn');
  }

  #said(said: UserText[], origin: Origin, when?: 'within a turn'): AgentEvent[] {
    const events: AgentEvent[] = [];
    const typed: string[] = [];
    for (const one of said) {
      if (one.type === 'prompt' || one.type === 'command') typed.push(one.text);
      else events.push(...this.#aside(one, origin));
    }
    if (typed.length > 0) events.push(...this.#prompt(typed, origin, when));
    return events;
  }

  #prompt(texts: string[], origin: Origin, when: 'within a turn' | undefined): AgentEvent[] {
    // Whatever it has called before, it goes on without.
    if (when === undefined) this.#rest();
    const ended = when === undefined ? this.#turn.endBeforePrompt() : [];
    if (when === undefined) {
      this.#calls.abandonMain();
      this.#turn.prompted(origin.uuid, origin.at);
    }
    if (this.#isKnownPrompt(texts.join('\n'))) return ended;
    const parts = texts.map((text) => ({ type: 'text' as const, text }));
    const message: Message = { id: origin.uuid, role: 'user', createdAt: origin.at, parts };
    return [...ended, { type: 'message', data: { message } }];
  }

  #aside(said: Exclude<UserText, { type: 'prompt' | 'command' }>, origin: Origin): AgentEvent[] {
    switch (said.type) {
      case 'interruption':
        this.#calls.abandonMain();
        return this.#turn.end({ at: origin.at, outcome: 'interrupted' });
      case 'task':
        return [{ type: 'tool_result', data: { toolCallId: said.toolCallId, result: said.result } }];
      case 'output': {
        const level = said.isError ? 'warning' : 'info';
        return [{ type: 'notice', data: { ...ownMessage(origin), level, text: said.text } }];
      }
      case 'aside':
        return [];
    }
  }

  #system(line: Fields, origin: Origin): AgentEvent[] {
    if (line['subtype'] === 'turn_duration' && origin.author === undefined) {
      return this.#turn.end({ at: origin.at, durationMs: countOf(line['durationMs']) });
    }
    const notice = systemNotice(line);
    return notice === undefined ? [] : [{ type: 'notice', data: { ...ownMessage(origin), ...notice } }];
  }
}

/**
 * When the line was written, where it is a prompt and nothing else: what stands before such a line changes nothing about how
 * it and all after it are read.
 */
export function promptedAt(text: string): number | undefined {
  const line = parseLine(text);
  if (line?.['type'] !== 'user' || line['isSidechain'] === true || isMeantForModel(line)) return undefined;
  if (!textOf(line['uuid']) || line['interruptedMessageId'] !== undefined) return undefined;
  const said = saidIn(line);
  const isPrompt = said.some(isTyped) && said.every((type) => isTyped(type) || type === 'aside');
  const { content } = fieldsOf(line['message']) ?? {};
  return isPrompt && !hasResult(content) ? new LineTimes().read(line['timestamp']) : undefined;
}

/** Words beside a result begin no turn. */
export function hasResult(content: unknown): boolean {
  return listOf(content).some((block) => fieldsOf(block)?.['type'] === 'tool_result');
}

/** What stands in a user's line. */
export function saidIn(line: Fields): UserText['type'][] {
  const content = fieldsOf(line['message'])?.['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  return blocks.map((block) => readUserBlock(fieldsOf(block) ?? {}).type);
}

export const isTyped = (type: UserText['type']) => type === 'prompt' || type === 'command';

export function isMeantForModel(line: Fields): boolean {
  return line['isMeta'] === true || line['isCompactSummary'] === true;
}

/** Most lines say nothing to people. */
const nothing: Told = { events: [] };

const ownMessage = ({ uuid, at }: Origin) => ({ messageId: uuid, createdAt: at });

/** What the model had before it, and wrote: what it will have before it next. */
function contextOf(line: Fields): TerminalChange | undefined {
  const message = line['type'] === 'assistant' ? fieldsOf(line['message']) : undefined;
  const [model, usage] = [textOf(message?.['model']), fieldsOf(message?.['usage'])];
  if (model === undefined || model === '<synthetic>' || usage === undefined) return undefined;
  const counts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens'];
  return { model, contextTokens: counts.reduce((sum, name) => sum + countOf(usage[name]), 0) };
}

function isQueuedPrompt(line: Fields): boolean {
  return fieldsOf(line['attachment'])?.['type'] === 'queued_command';
}

function apiError(line: Fields, message: Fields): string {
  const texts = listOf(message['content']).map((block) => textOf(fieldsOf(block)?.['text'])?.trim() ?? '');
  return apiErrorSentence({ said: texts.filter(Boolean).join(' '), kind: textOf(line['error']) });
}

function modeStatus(mode: unknown): Told {
  const read = ClaudeMode.safeParse(mode);
  return read.success ? { events: [], status: { permissionMode: read.data } } : nothing;
}

/** `/rename` at the desk, or the agent's own summary. The CLI writes both again with every turn. */
function nameStatus(name: unknown, by: SessionName['by']): Told {
  const title = textOf(name)?.trim();
  return title ? { events: [], status: { named: { title, by } } } : nothing;
}
