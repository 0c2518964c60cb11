// What Claude Code sends with each hook event, as measured with 2.1.325: lenient on what is more, strict on what is used.
import { BeckonError, JsonObject, SessionId, ToolCallId } from '@beckon/protocol';
import { z } from 'zod';
import { ClaudeMode } from '../../claude/modes.ts';
import type { AbridgedInput } from '../../../largeInputs/abridge.ts';
import { abridge, largestWholeBytes } from '../../../largeInputs/abridge.ts';
import type { Member } from '../../../largeInputs/members.ts';
import { deepestNesting, membersOf, tooDeep } from '../../../largeInputs/members.ts';
import type { InputContent } from '../../driver.ts';
import { isInteractive } from '../../interactiveTools.ts';
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
    background_tasks: z.array(z.object({ type: z.string() })).catch([]),
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
    /** `clear`, `resume`: the same process goes on, under another session id; `prompt_input_exit`, `other` …: it is over. */
    reason: Name,
  }),
]);
export type HookPayload = z.infer<typeof HookPayload>;
export type HookEventName = HookPayload['hook_event_name'];

/** More than a tool's largest input or output; a payload holds both. */
export const largestPayloadBytes = 16 * 1024 * 1024;

/** An event, and of an input that is too large to be held the whole beside it. */
export interface ReadHook {
  payload: HookPayload;
  large?: LargeToolInput;
}

/** `tool_input` in the payload is the abridged one. */
export interface LargeToolInput extends Pick<AbridgedInput, 'abridged'> {
  content: InputContent;
}

/** Parses the body of a hook that was reported as `event`, or says what is wrong with it. */
export async function readPayload(event: string, body: Buffer): Promise<ReadHook> {
  const { json, large } = body.length > largestWholeBytes ? await withoutLarge(body) : { json: body.toString('utf8') };
  if (isNestedDeeperThan(deepestNesting, json)) throw tooDeep();
  const payload = HookPayload.parse(parseJson(json));
  if (payload.hook_event_name !== event) {
    throw new BeckonError('invalid_request', `That is a ${payload.hook_event_name} event, not ${event}.`);
  }
  return { payload, ...(large && 'tool_input' in payload && { large }) };
}

/** An answer to these takes the whole input back to the agent, so it is held. */
const largestInteractiveBytes = 1024 * 1024;

/** The event with a short form of each field that is too large: of the tool's input its ends, of any other nothing. */
async function withoutLarge(body: Buffer): Promise<{ json: string; large?: LargeToolInput }> {
  const fields: string[] = [];
  let large: LargeToolInput | undefined;
  const members = (await membersOf(body)).slice(0, mostFields);
  const most = isInteractive(toolNameIn(body, members)) ? largestInteractiveBytes : largestWholeBytes;
  for (const member of members) {
    const { name, start, end } = member;
    let value = end - start > most ? emptyLike(body, member) : body.toString('utf8', start, end);
    if (name === 'tool_input' && value === '{}' && end - start > most) {
      const json = body.subarray(start, end);
      const { input, abridged } = await abridge(json);
      value = JSON.stringify(input);
      // To copy megabytes takes time: only where much else would stay with it, it gets bytes of its own.
      large = { abridged, content: { json: json.length * 2 > body.length ? json : Buffer.from(json) } };
    }
    fields.push(`${JSON.stringify(name)}:${value}`);
  }
  return { json: `{${fields.join(',')}}`, ...(large && { large }) };
}

/** An event has a dozen. */
const mostFields = 100;

function toolNameIn(body: Buffer, members: readonly Member[]): string {
  const { start = 0, end = 0 } = members.find(({ name }) => name === 'tool_name') ?? {};
  return body.toString('utf8', start + 1, Math.min(end - 1, start + 200));
}

function emptyLike(body: Buffer, { start }: Member): string {
  switch (body[start]) {
    case 0x7b:
      return '{}';
    case 0x5b:
      return '[]';
    default:
      return '""';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BeckonError('invalid_request', 'The event is not valid JSON.', { cause });
  }
}
