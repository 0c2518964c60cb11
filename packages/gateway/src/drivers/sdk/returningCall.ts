// Brings a call back that waited for its person when its agent went away. The CLI writes down a call that a hook has
// deferred, and asks for it again when the conversation is taken up; the same line, written for a call that merely waited,
// has the same effect. It is the CLI's own format and may change, so nothing is taken on trust: the call is looked up
// before, and must have come back before the agent counts as started.
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import type { JsonObject, PermissionMode } from '@beckon/protocol';
import { CallNotReturned } from '../driver.ts';
import { findCall } from './keptCalls.ts';
import { TimedOut, within } from './within.ts';

export interface ReturningCall {
  toolCallId: string;
  /** As the model wrote it. */
  input: JsonObject;
  /** To be called when the agent asks for it. */
  hasReturned(): void;
  /** Resolves then; rejects with `CallNotReturned` where `over` comes first, or nothing comes in time. */
  returned(over: Promise<unknown>, limitMs: number): Promise<void>;
  /** Rules or a mode that came since must not decide what its person was asked. */
  askFirst: HookCallback;
}

export interface CallToReturn {
  transcript: string;
  toolCallId: string;
  toolName: string;
  permissionMode: PermissionMode;
}

export async function prepareReturn(call: CallToReturn): Promise<ReturningCall> {
  const { transcript, toolCallId, toolName, permissionMode } = call;
  const { fate, line, input, isDeferred, endsInLine } = await findCall(transcript, toolCallId);
  if (fate !== 'can_return' || !line || !input) throw new CallNotReturned(`the transcript says that it is ${fate}`);
  if (!isDeferred) {
    const { uuid, cwd, sessionId, version, gitBranch, userType, entrypoint } = line;
    const deferral = {
      parentUuid: uuid,
      isSidechain: false,
      attachment: {
        type: 'hook_deferred_tool',
        toolUseID: toolCallId,
        toolName,
        toolInput: input,
        hookName: 'settings',
        hookEvent: 'PreToolUse',
        permissionMode,
      },
      type: 'attachment',
      uuid: randomUUID(),
      timestamp: new Date().toISOString(),
      userType,
      entrypoint,
      cwd,
      sessionId,
      version,
      gitBranch,
    };
    // A CLI that was killed may have left half a line.
    await appendFile(transcript, `${endsInLine ? '\n' : ''}${JSON.stringify(deferral)}\n`);
  }

  let hasReturned = () => {};
  const asked = new Promise<void>((resolve) => (hasReturned = resolve));
  return {
    toolCallId,
    input,
    hasReturned: () => hasReturned(),
    async returned(over, limitMs) {
      const ended = over.then(() => Promise.reject(new CallNotReturned('the agent went on, or ended, without it')));
      try {
        await within(limitMs, Promise.race([asked, ended]));
      } catch (error) {
        throw error instanceof TimedOut ? new CallNotReturned(error.message) : error;
      }
    },
    askFirst: async (_, askedId) =>
      askedId === toolCallId
        ? { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }
        : { continue: true },
  };
}
