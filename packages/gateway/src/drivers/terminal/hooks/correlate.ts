// Which tool call a PermissionRequest is about. The event does not say, so it is matched to the PreToolUse that Claude
// Code sent just before it, from the same agent, for the same tool with the same input. Of inputs only their digests are held.
import type { Abridged, SessionId, ToolCallId } from '@beckon/protocol';
import { inputDigest } from './inputDigest.ts';
import type { HookPayload, PermissionRequest, PreToolUse } from './payload.ts';

export class ToolCallCorrelation {
  readonly #sessions = new Map<SessionId, SessionCalls>();

  /** Takes note of what an event says about tool calls. False for one that repeats what is over: it must be ignored. */
  observe(payload: HookPayload, abridged?: Abridged): boolean {
    const calls = this.#callsOf(payload.session_id);
    switch (payload.hook_event_name) {
      case 'PreToolUse':
        return calls.start(payload, abridged);
      case 'PostToolUse':
      case 'PostToolUseFailure':
      case 'PermissionDenied':
        calls.close(payload.tool_use_id);
        return true;
      case 'Stop':
      case 'StopFailure':
        calls.closeAllOf(undefined);
        return true;
      case 'SubagentStop':
        calls.closeAllOf(payload.agent_id);
        return true;
      case 'SessionEnd':
        this.#sessions.delete(payload.session_id);
        return true;
      case 'PermissionRequest':
      case 'Notification':
      case 'UserPromptSubmit':
      case 'SessionStart':
        return true;
    }
  }

  /** The call that waits for this permission. Each call is given out once; `undefined` where none is known. */
  claim(request: PermissionRequest, abridged?: Abridged): ToolCallId | undefined {
    return this.#callsOf(request.session_id).claim(request, abridged);
  }

  /** The call has its result, or will never have one: by what the transcript says, or because it was interrupted. */
  close(sessionId: SessionId, toolCallId: ToolCallId): void {
    this.#sessions.get(sessionId)?.close(toolCallId);
  }

  #callsOf(sessionId: SessionId): SessionCalls {
    const calls = this.#sessions.get(sessionId) ?? new SessionCalls();
    // Put last again, so that the session longest unheard of is forgotten first: a killed one never says that it ended.
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, calls);
    forgetOldest(this.#sessions, mostSessions);
    return calls;
  }
}

interface OpenCall extends Pick<PreToolUse, 'tool_use_id' | 'tool_name' | 'agent_id'> {
  digest: string;
  isClaimed: boolean;
}

class SessionCalls {
  /** In the order in which they were started. */
  readonly #open = new Map<ToolCallId, OpenCall>();
  readonly #closed = new Set<ToolCallId>();

  start({ tool_use_id, tool_name, tool_input, agent_id }: PreToolUse, abridged: Abridged | undefined): boolean {
    if (this.#closed.has(tool_use_id)) return false;
    if (!this.#open.has(tool_use_id)) {
      const digest = inputDigest(tool_input, abridged);
      this.#open.set(tool_use_id, { tool_use_id, tool_name, agent_id, digest, isClaimed: false });
    }
    forgetOldest(this.#open, mostCalls);
    return true;
  }

  claim(request: PermissionRequest, abridged: Abridged | undefined): ToolCallId | undefined {
    const candidates = [...this.#open.values()].filter(
      (call) => !call.isClaimed && call.agent_id === request.agent_id && call.tool_name === request.tool_name,
    );
    const wanted = inputDigest(request.tool_input, abridged);
    // Another of the user's hooks may have changed the input in between; then the only candidate is the one.
    const match =
      candidates.find(({ digest }) => digest === wanted) ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (!match) return undefined;
    match.isClaimed = true;
    return match.tool_use_id;
  }

  close(toolCallId: ToolCallId): void {
    this.#open.delete(toolCallId);
    this.#closed.add(toolCallId);
    forgetOldest(this.#closed, mostCalls);
  }

  closeAllOf(agentId: string | undefined): void {
    for (const [id, call] of this.#open) if (call.agent_id === agentId) this.close(id);
  }
}

/** Some calls never end in an event, for example those that were denied at the terminal. */
const mostCalls = 5000;
const mostSessions = 500;

function forgetOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const id of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(id);
  }
}
