// Brings a call back that waited for its person when its agent went away. The CLI writes down a call that a hook has
// deferred, and asks for it again when the conversation is taken up; the same line, written for a call that merely waited,
// has the same effect. It is the CLI's own format and may change, so nothing is taken on trust: the call is looked up
// before, and must have come back before the agent counts as started.
import { randomUUID } from 'node:crypto';
import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import type { JsonObject, PermissionMode } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';
import { openPlainFile } from '../../plainFile.ts';
import { CallNotReturned } from '../driver.ts';
import { deferredCalls, findCall } from './keptCalls.ts';
import { TimedOut, within } from './within.ts';

export interface ReturningCall {
  toolCallId: string;
  /** As the model wrote it. */
  input: JsonObject;
  /** Nobody waits for it any more: an agent that asks for it now is being ended, and hears nothing. */
  readonly isGivenUp: boolean;
  /** To be called when the agent asks for it. */
  hasReturned(): void;
  /** Resolves then; rejects with `CallNotReturned` where the agent dies first, of what is given, or nothing comes in time. */
  returned(died: Promise<Error>, limitMs: number): Promise<void>;
}

export interface CallToReturn {
  transcript: string;
  toolCallId: string;
  toolName: string;
  permissionMode: PermissionMode;
  clock?: Clock;
}

export async function prepareReturn(call: CallToReturn): Promise<ReturningCall> {
  const { transcript, toolCallId, toolName, permissionMode, clock = systemClock } = call;
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
      timestamp: new Date(clock.now()).toISOString(),
      userType,
      entrypoint,
      cwd,
      sessionId,
      version,
      gitBranch,
    };
    // A CLI that was killed may have left half a line.
    await append(transcript, `${endsInLine ? '\n' : ''}${JSON.stringify(deferral)}\n`);
  }

  let hasReturned = () => {};
  let isGivenUp = false;
  const asked = new Promise<void>((resolve) => (hasReturned = resolve));
  return {
    toolCallId,
    input,
    get isGivenUp() {
      return isGivenUp;
    },
    hasReturned: () => hasReturned(),
    async returned(died, limitMs) {
      const over = died.then(({ message }) => Promise.reject(new CallNotReturned(message, { mayYetReturn: true })));
      try {
        await within(limitMs, Promise.race([asked, over]), clock);
      } catch (error) {
        isGivenUp = true;
        throw error instanceof TimedOut ? new CallNotReturned(error.message) : error;
      }
    },
  };
}

async function append(transcript: string, text: string): Promise<void> {
  const file = await openPlainFile(transcript, 'append');
  if (!file) throw new CallNotReturned('the transcript is no plain file');
  try {
    await file.appendFile(text);
  } finally {
    await file.close();
  }
}

/**
 * Decides about calls that the CLI makes again by itself when a conversation is taken up. The one that is to return is asked
 * about, whatever rules or a mode that came since would say. Any other had come back before and may have run then: it is not
 * made again. Undefined where there is none.
 */
export async function guardReplay(
  transcript: string,
  returningId: string | undefined,
): Promise<HookCallback | undefined> {
  const deferred = await deferredCalls(transcript);
  // Every call of the agent would have to wait for a hook that has nothing to say.
  if (deferred.size === 0) return undefined;
  return async (_, toolCallId = '') => {
    if (toolCallId === returningId) return decide({ permissionDecision: 'ask' });
    if (!deferred.delete(toolCallId)) return {};
    return decide({ permissionDecision: 'deny', permissionDecisionReason: mayHaveRun });
  };
}

/** For the model. */
export const mayHaveRun =
  'You were interrupted while this call was under way. It may have run or not: look before you make it again.';

function decide(decision: { permissionDecision: 'ask' | 'deny'; permissionDecisionReason?: string }) {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse' as const, ...decision } };
}
