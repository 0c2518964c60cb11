// A running agent: passes on what it says, takes what it is told, and sees to it that its end is noticed once.
import type { Query, SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { BeckonError, type PermissionMode, type PromptPart } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import { claudeMode } from '../claude/modes.ts';
import type { Agent, AgentHost, AgentStatus } from '../driver.ts';
import type { ClaudeProcess } from './claudeProcess.ts';
import { sdkAbilities } from './description.ts';
import { GatheredDeltas } from './gatheredDeltas.ts';
import type { HandedAnswers } from './handedAnswers.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { Translation } from './translate.ts';
import { TimedOut, within } from './within.ts';

export interface SdkAgentParts {
  query: Query;
  claude: ClaudeProcess;
  handed: HandedAnswers;
  prompts: PromptQueue;
  translation: Translation;
  host: AgentHost;
  /** Aborted when the agent is over, so that nothing waits for it any more. */
  gone: AbortController;
  clock: Clock;
}

export class SdkAgent implements Agent {
  readonly abilities = sdkAbilities;
  readonly #parts: SdkAgentParts;
  readonly #deltas: GatheredDeltas;
  readonly #following: Promise<void>;
  #isClosing = false;
  #told: AgentStatus = {};

  constructor(parts: SdkAgentParts) {
    this.#parts = parts;
    this.#deltas = new GatheredDeltas((event) => parts.host.emit(event));
    this.#following = this.#follow();
  }

  send(message: { id: string; parts: PromptPart[] }): void {
    this.#update({ state: 'assistant_turn' });
    this.#parts.prompts.push(message);
  }

  async interrupt(): Promise<void> {
    await this.#control((query) => query.interrupt(), 'did not stop');
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    const refusal =
      mode === 'bypassPermissions'
        ? 'switches to “Bypass” only in a session that was started in it, so start a new one in that mode'
        : `did not switch to the permission mode “${mode}”`;
    const wanted = claudeMode(mode);
    await this.#control((query) => query.setPermissionMode(wanted), refusal);
  }

  async setModel(model: string | undefined): Promise<void> {
    await this.#control((query) => query.setModel(model), `did not switch to ${model ?? 'its default model'}`);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#parts.gone.abort();
    this.#parts.claude.letInputEnd();
    this.#parts.query.close();
    await this.#following;
  }

  async suspend(): Promise<void> {
    this.#isClosing = true;
    await this.#parts.claude.terminate();
    await this.#following;
  }

  get isBusy(): boolean {
    return this.#parts.translation.hasBackgroundTasks;
  }

  /** Lives as long as the agent: tells what it says, and when it is over, releases all that it held. */
  async #follow(): Promise<void> {
    const { query, claude, prompts, host, gone } = this.#parts;
    const streamEnded = new AbortController();
    const streamClosed = this.#closeStreamAfterExit(streamEnded.signal);
    const failure = await this.#tellAll();
    this.#deltas.tell();
    streamEnded.abort();
    prompts.end();
    query.close();
    await claude.stop();
    await streamClosed;
    const message = await this.#whyItEnded(failure);
    if (!this.#isClosing) host.ended({ reason: 'agent_gone', message });
    gone.abort();
  }

  /** Resolves when the stream has ended; with the reason where that was not the end of the process. */
  async #tellAll(): Promise<unknown> {
    const { query, claude } = this.#parts;
    try {
      for await (const message of query) {
        try {
          this.#tell(message);
        } catch (error) {
          // Before the stream is left: that closes it, which looks like an interrupt to whatever the agent waits with.
          await claude.terminate();
          return error;
        }
      }
    } catch (error) {
      // Where the process has ended, its end says more than the stream's.
      if (!claude.hasExited) return error;
    }
    return undefined;
  }

  #tell(message: SDKMessage): void {
    const { translation, handed } = this.#parts;
    const { events, status } = translation.read(message);
    for (const event of events) {
      if (event.type === 'tool_result') handed.arrived(event.data.toolCallId);
      this.#deltas.add(event);
    }
    if (status) this.#update(status);
  }

  /** The CLI repeats itself; the house hears of changes only. */
  #update(status: AgentStatus): void {
    const keys = Object.keys(status) as (keyof AgentStatus)[];
    if (keys.every((key) => status[key] === this.#told[key])) return;
    this.#told = { ...this.#told, ...status };
    this.#deltas.tell();
    this.#parts.host.update(status);
  }

  /** Something that the CLI started may keep its output open after it died, and the stream would never end. */
  async #closeStreamAfterExit(streamEnded: AbortSignal): Promise<void> {
    await this.#parts.claude.exited;
    await pause(this.#parts.clock, LAST_WORDS_MS, streamEnded);
    this.#parts.query.close();
  }

  async #whyItEnded(failure: unknown): Promise<string> {
    if (failure !== undefined)
      return `Beckon could not follow the agent and ended it: ${failure instanceof Error ? failure.message : JSON.stringify(failure)}`;
    const { claude } = this.#parts;
    const end = await claude.exited;
    const lastLine = claude.stderrTail.split('\n').at(-1)?.slice(0, 300);
    return `Claude Code ended unexpectedly (${end}).${lastLine ? ` Its last words: “${lastLine}”` : ''}`;
  }

  async #control(request: (query: Query) => Promise<unknown>, refusal: string): Promise<void> {
    const { query, claude, clock } = this.#parts;
    try {
      await within(CONTROL_TIMEOUT_MS, request(query), clock);
    } catch (cause) {
      if (claude.hasExited) {
        throw new BeckonError('agent_unavailable', 'The agent has ended. Send a message to bring it back.', { cause });
      }
      if (cause instanceof TimedOut) {
        const message = 'The agent does not react. Close the session; the next message brings it back.';
        throw new BeckonError('agent_unavailable', message, { cause });
      }
      const says = cause instanceof Error ? `: ${cause.message}` : '';
      throw new BeckonError('invalid_request', `Claude Code ${refusal}${says}`, { cause });
    }
  }
}

const LAST_WORDS_MS = 1000;
const CONTROL_TIMEOUT_MS = 15_000;
