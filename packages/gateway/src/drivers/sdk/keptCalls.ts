// What the transcript, as the CLI keeps it, says of calls that waited when their agent went away.
import { JsonObject } from '@beckon/protocol';
import { z } from 'zod';
import type { CallFate } from '../driver.ts';
import { parseLine } from '../claude/transcript/fields.ts';
import { linesBefore } from '../claude/transcript/linesBefore.ts';
import { readPart } from '../claude/transcript/readPart.ts';

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
  let endsInLine: boolean | undefined;
  let isFinished = false;
  let isDeferred = false;
  try {
    for await (const { bytes, start, isEnded } of linesBefore(transcript)) {
      endsInLine ??= !isEnded;
      // What waits is mostly among the last things in the file; to look for anything else takes no reading of lines.
      const line = bytes.includes(`"${toolCallId}"`) ? readLine(bytes.toString('utf8')) : undefined;
      if (line?.type === 'user') isFinished ||= resultsIn(line).includes(toolCallId);
      if (line?.type === 'attachment') isDeferred ||= line.attachment.toolUseID === toolCallId;
      if (line?.type !== 'assistant') continue;
      const input = inputOf(line, toolCallId);
      if (!input) continue;
      const end = start + bytes.length;
      return { fate: await fateAfter(transcript, { line, end, toolCallId }), line, input, isDeferred, endsInLine };
    }
  } catch {
    // What cannot be read cannot bring anything back.
  }
  return { fate: isFinished ? 'finished' : 'lost', endsInLine: endsInLine ?? false };
}

/** Calls that are marked to come back and have no result: the CLI asks for them when the conversation is taken up. */
export async function deferredCalls(transcript: string): Promise<Set<string>> {
  const deferred = new Set<string>();
  const finished = new Set<string>();
  let bytesRead = 0;
  try {
    for await (const { bytes } of linesBefore(transcript)) {
      const line = readLine(bytes.toString('utf8'));
      if (line?.type === 'user') for (const id of resultsIn(line)) finished.add(id);
      if (line?.type === 'attachment' && !finished.has(line.attachment.toolUseID)) {
        deferred.add(line.attachment.toolUseID);
      }
      if ((bytesRead += bytes.length) > MARKS_WITHIN_BYTES) break;
    }
  } catch {
    // Nothing is marked in what cannot be read.
  }
  return deferred;
}

const MARKS_WITHIN_BYTES = 512 * 1024;

/** It can return as long as the conversation has not gone on without it. */
async function fateAfter(transcript: string, call: WaitingCall): Promise<CallFate> {
  let fate: CallFate | undefined;
  await readPart(transcript, { start: call.end, end: Number.POSITIVE_INFINITY }, (text) => {
    const later = fate ? undefined : readLine(text);
    if (later) fate = fateBy(later, call);
  });
  return fate ?? 'can_return';
}

interface WaitingCall {
  line: CallLine;
  /** Where its line ends. */
  end: number;
  toolCallId: string;
}

/** Undefined where this line says nothing about it. */
function fateBy(later: Line, { line, toolCallId }: WaitingCall): CallFate | undefined {
  if (later.type === 'assistant') return later.message.id === line.message.id ? undefined : 'lost';
  if (later.type !== 'user') return undefined;
  const results = resultsIn(later);
  if (results.includes(toolCallId)) return 'finished';
  return results.length === 0 ? 'lost' : undefined;
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
function readLine(text: string): Line | undefined {
  return Line.safeParse(parseLine(text)).data;
}
