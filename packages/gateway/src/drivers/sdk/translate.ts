// What the SDK says, turned into what the house tells its clients. No I/O: the same messages in the same order always
// give the same events.
import type { SDKMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { addUsage, type JsonObject, noUsage } from '@beckon/protocol';
import { ClaudeMode } from '../claude/modes.ts';
import type { AgentEvent, AgentStatus } from '../driver.ts';
import type { Told } from '../told.ts';
import { apiErrorText, noticeFor } from './notices.ts';
import { taskResult, toolResults } from './toolResults.ts';
import { readTurnEnd, turnUsage } from './turnEnd.ts';
import { Writing } from './writing.ts';

type Remark = Exclude<SDKMessage, { type: 'user' }>;

export class Translation {
  readonly #now: () => number;
  readonly #writing: Writing;
  /** Old versions of the CLI never say when they are idle. */
  #saysWhenIdle = false;
  #toldError = false;
  #hasBackgroundTasks = false;
  #retryNoticeId: string | undefined;
  #totals = noUsage;
  /** Spent by subagents between two turns that are told. */
  #carried = noUsage;

  constructor(now: () => number) {
    this.#now = now;
    this.#writing = new Writing(now);
  }

  /** The input of a call that has been told and has no result yet. */
  inputOf(toolCallId: string): JsonObject | undefined {
    return this.#writing.inputOf(toolCallId);
  }

  /** Whether a subagent or a command is at work besides the conversation. */
  get hasBackgroundTasks(): boolean {
    return this.#hasBackgroundTasks;
  }

  read(message: SDKMessage): Told {
    switch (message.type) {
      case 'stream_event':
        return { events: this.#writing.streamed(message) };
      case 'assistant':
        if (message.error === undefined) return { events: this.#writing.whole(message) };
        this.#toldError ||= message.parent_tool_use_id === null;
        return this.#error(message.uuid, apiErrorText(message), message.error === 'rate_limit');
      case 'user':
        return { events: 'isReplay' in message ? [] : this.#results(toolResults(message)) };
      case 'result':
        return this.#turnEnd(message);
      case 'system':
        return this.#system(message);
      default:
        return this.#notice(message);
    }
  }

  #system(message: SDKMessage & { type: 'system' }): Told {
    switch (message.subtype) {
      case 'init':
        return { events: [], ...statusOf({ permissionMode: message.permissionMode }) };
      case 'status':
        return { ...this.#notice(message), ...statusOf({ permissionMode: message.permissionMode }) };
      case 'session_state_changed':
        this.#saysWhenIdle = true;
        return { events: [], status: { state: message.state === 'idle' ? 'user_turn' : 'assistant_turn' } };
      case 'background_tasks_changed':
        this.#hasBackgroundTasks = message.tasks.some(({ ambient }) => !ambient);
        return { events: [] };
      case 'task_notification':
        return { events: this.#results(taskResult(message)) };
      case 'model_refusal_fallback':
        return {
          ...this.#notice(message),
          ...(message.scope !== 'local' && { status: { model: message.fallback_model } }),
        };
      default:
        return this.#notice(message);
    }
  }

  #turnEnd(result: SDKResultMessage): Told {
    const usage = turnUsage(result, this.#totals);
    this.#totals = usage.totals;
    this.#carried = addUsage(this.#carried, usage.turn);
    const status: AgentStatus | undefined = this.#saysWhenIdle ? undefined : { state: 'user_turn' };
    const end = readTurnEnd(result);
    if (end === undefined) return { events: [], ...(status && { status }) };

    const events: AgentEvent[] = [];
    if (end.error !== undefined && !this.#toldError) {
      events.push(...this.#error(`${result.uuid}-error`, end.error).events);
    }
    const { outcome, durationMs } = end;
    const data = { messageId: result.uuid, createdAt: this.#now(), outcome, usage: this.#carried, durationMs };
    events.push({ type: 'done', data });
    this.#carried = noUsage;
    this.#toldError = false;
    return { events, ...(status && { status }) };
  }

  #results(results: ReturnType<typeof toolResults>): AgentEvent[] {
    for (const { toolCallId } of results) this.#writing.settle(toolCallId);
    return results.map((data) => ({ type: 'tool_result', data }));
  }

  #error(messageId: string, message: string, isRateLimit = false): Told {
    const data = { messageId, createdAt: this.#now(), message, ...(isRateLimit && { isRateLimit }) };
    return { events: [{ type: 'error', data }] };
  }

  #notice(message: Remark): Told {
    const notice = noticeFor(message);
    if (notice === undefined) return { events: [] };
    const data = { messageId: this.#noticeId(message), createdAt: this.#now(), ...notice };
    return { events: [{ type: 'notice', data }] };
  }

  /** Every further attempt replaces the notice of the one before. */
  #noticeId(message: Remark): string {
    const isRetry = message.type === 'system' && message.subtype === 'api_retry';
    if (!isRetry) return message.uuid;
    if (message.attempt === 1) this.#retryNoticeId = undefined;
    return (this.#retryNoticeId ??= message.uuid);
  }
}

/** A mode that is not described is not passed on. */
function statusOf({ permissionMode }: { permissionMode: string | undefined }): { status?: AgentStatus } {
  const mode = ClaudeMode.safeParse(permissionMode);
  return mode.success ? { status: { permissionMode: mode.data } } : {};
}
