// What the transcript, as the CLI keeps it, says of calls that waited when their agent went away.
import { JsonObject } from '@beckon/protocol';
import { z } from 'zod';
import type { CallFate } from '../driver.ts';
import { parseLine } from '../claude/transcript/fields.ts';
import { readEnd } from '../claude/transcript/readEnd.ts';

export interface KeptCall {
  fate: CallFate;
  /** The line that holds the call, and the call's input as the model wrote it. */
  line?: CallLine;
  input?: JsonObject;
  /** It has been marked already to come back. */
  isDeferred?: boolean;
  /** The file does not end in a line break. */
  endsInLine: boolean;
}

type CallLine = z.infer<typeof AssistantLine>;

export async function findCall(transcript: string, toolCallId: string): Promise<KeptCall> {
  const isEnough = (end: Buffer) => end.indexOf(`"${toolCallId}"`) > end.indexOf('\n');
  const { bytes } = await readEnd(transcript, { isEnough });
  const text = bytes.toString('utf8');
  const lines = text.split('\n').flatMap(readLine);
  const at = lines.findIndex((line) => line.type === 'assistant' && inputOf(line, toolCallId) !== undefined);
  const line = lines[at];
  const endsInLine = text !== '' && !text.endsWith('\n');
  if (line?.type !== 'assistant') {
    const isFinished = lines.some((later) => later.type === 'user' && resultsIn(later).includes(toolCallId));
    return { fate: isFinished ? 'finished' : 'lost', endsInLine };
  }
  const after = lines.slice(at + 1);
  const input = inputOf(line, toolCallId);
  return {
    fate: fateAfter(line, after, toolCallId),
    line,
    ...(input && { input }),
    isDeferred: after.some((later) => later.type === 'attachment' && later.attachment.toolUseID === toolCallId),
    endsInLine,
  };
}

/** Calls that are marked to come back and have no result: the CLI asks for them when the conversation is taken up. */
export async function deferredCalls(transcript: string): Promise<Set<string>> {
  const lines = (await readEnd(transcript)).bytes.toString('utf8').split('\n').flatMap(readLine);
  const deferred = new Set<string>();
  for (const line of lines) {
    if (line.type === 'attachment') deferred.add(line.attachment.toolUseID);
    if (line.type === 'user') for (const id of resultsIn(line)) deferred.delete(id);
  }
  return deferred;
}

/** It can return as long as the conversation has not gone on without it. */
function fateAfter(line: CallLine, after: readonly Line[], toolCallId: string): CallFate {
  for (const later of after) {
    if (later.type === 'assistant' && later.message.id !== line.message.id) return 'lost';
    if (later.type === 'user') {
      const results = resultsIn(later);
      if (results.includes(toolCallId)) return 'finished';
      if (results.length === 0) return 'lost';
    }
  }
  return 'can_return';
}

function inputOf({ message }: CallLine, toolCallId: string): JsonObject | undefined {
  for (const block of message.content) {
    const call = ToolUse.safeParse(block);
    if (call.success && call.data.id === toolCallId) return call.data.input;
  }
  return undefined;
}

function resultsIn({ message }: z.infer<typeof UserLine>): string[] {
  const content = Array.isArray(message.content) ? message.content : [];
  return content.flatMap((block) => ToolResult.safeParse(block).data?.tool_use_id ?? []);
}

const ToolUse = z.object({ type: z.literal('tool_use'), id: z.string(), input: JsonObject });
const ToolResult = z.object({ type: z.literal('tool_result'), tool_use_id: z.string() });

/** Subagents' lines are in files of their own; older CLIs marked them instead. */
const ofMain = { isSidechain: z.literal(false).optional() };
const AssistantLine = z.object({
  ...ofMain,
  type: z.literal('assistant'),
  uuid: z.string(),
  message: z.object({ id: z.string().optional(), content: z.array(z.unknown()) }),
  cwd: z.unknown().optional(),
  sessionId: z.unknown().optional(),
  version: z.unknown().optional(),
  gitBranch: z.unknown().optional(),
  userType: z.unknown().optional(),
  entrypoint: z.unknown().optional(),
});
const UserLine = z.object({ ...ofMain, type: z.literal('user'), message: z.object({ content: z.unknown() }) });
const DeferralLine = z.object({
  type: z.literal('attachment'),
  attachment: z.object({ type: z.literal('hook_deferred_tool'), toolUseID: z.string() }),
});
const Line = z.discriminatedUnion('type', [AssistantLine, UserLine, DeferralLine]);
type Line = z.infer<typeof Line>;

/** Lines of other types, half lines and nonsense say nothing about a call. */
function readLine(text: string): Line[] {
  const { data } = Line.safeParse(parseLine(text));
  return data ? [data] : [];
}
