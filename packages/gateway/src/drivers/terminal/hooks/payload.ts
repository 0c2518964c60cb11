// What Claude Code sends with each hook event, as measured with 2.1.325: lenient on what is more, strict on what is used.
import { BeckonError, JsonObject, SessionId, ToolCallId } from '@beckon/protocol';
import { z } from 'zod';
import { ClaudeMode } from '../../claude/modes.ts';
import { isNestedDeeperThan } from './nesting.ts';

const Path = z.string().min(1).max(4096);
const Name = z.string().min(1).max(200);

const commonFields = {
  session_id: SessionId,
  transcript_path: Path,
  cwd: Path,
  /** Absent outside a turn, and in a notification. */
  permission_mode: ClaudeMode.optional().catch(undefined),
  /** The subagent that it is about; absent for the session's main agent. */
  agent_id: Name.optional(),
};
const toolFields = { ...commonFields, tool_name: Name, tool_input: JsonObject };
const knownCallFields = { ...toolFields, tool_use_id: ToolCallId };

export const PreToolUse = z.object({ hook_event_name: z.literal('PreToolUse'), ...knownCallFields });
export type PreToolUse = z.infer<typeof PreToolUse>;

/** Comes without the id of its tool call. */
export const PermissionRequest = z.object({
  hook_event_name: z.literal('PermissionRequest'),
  ...toolFields,
  permission_suggestions: z.array(z.unknown()).optional(),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

export const HookPayload = z.discriminatedUnion('hook_event_name', [
  PreToolUse,
  PermissionRequest,
  z.object({ hook_event_name: z.literal('PostToolUse'), ...knownCallFields, tool_response: z.unknown().optional() }),
  z.object({ hook_event_name: z.literal('PostToolUseFailure'), ...knownCallFields, error: z.string().catch('') }),
  z.object({ hook_event_name: z.literal('PermissionDenied'), ...knownCallFields, reason: z.string().catch('') }),
  z.object({
    hook_event_name: z.literal('Notification'),
    ...commonFields,
    /** `permission_prompt`, `idle_prompt`, `auth_success`, `elicitation_dialog`; others may join them. */
    notification_type: Name,
    message: z.string().catch(''),
  }),
  z.object({ hook_event_name: z.literal('UserPromptSubmit'), ...commonFields, prompt: z.string() }),
  z.object({
    hook_event_name: z.literal('Stop'),
    ...commonFields,
    /** What still runs, and will wake the session. */
    background_tasks: z.array(z.unknown()).catch([]),
  }),
  z.object({
    hook_event_name: z.literal('StopFailure'),
    ...commonFields,
    last_assistant_message: z.string().optional(),
  }),
  z.object({ hook_event_name: z.literal('SubagentStop'), ...commonFields, agent_id: Name }),
  z.object({
    hook_event_name: z.literal('SessionStart'),
    ...commonFields,
    /** `startup`, `resume`, `clear`, `compact`, `fork`. */
    source: Name,
    model: z.string().optional(),
  }),
  z.object({
    hook_event_name: z.literal('SessionEnd'),
    ...commonFields,
    /** `clear`: the same process goes on, with a new session id; `prompt_input_exit`, `other` …: it is over. */
    reason: Name,
  }),
]);
export type HookPayload = z.infer<typeof HookPayload>;
export type HookEventName = HookPayload['hook_event_name'];

/** More than a tool's largest input or output; a payload holds both. */
export const largestPayloadBytes = 16 * 1024 * 1024;

/** Parses the body of a hook that was reported as `event`, or says what is wrong with it. */
export function readPayload(event: string, text: string): HookPayload {
  if (isNestedDeeperThan(deepestNesting, text)) {
    throw new BeckonError('invalid_request', `The event is nested deeper than ${deepestNesting} levels.`);
  }
  const payload = HookPayload.parse(parseJson(text));
  if (payload.hook_event_name !== event) {
    throw new BeckonError('invalid_request', `That is a ${payload.hook_event_name} event, not ${event}.`);
  }
  return payload;
}

/** Whatever compares, stores or prints an input may recurse. */
const deepestNesting = 200;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BeckonError('invalid_request', 'The event is not valid JSON.', { cause });
  }
}
