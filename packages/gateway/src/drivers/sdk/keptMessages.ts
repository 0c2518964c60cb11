// What the transcript, as the CLI keeps it, says of messages that were sent to an agent that is gone.
import { z } from 'zod';
import { parseLine } from '../claude/transcript/fields.ts';
import { readEnd } from '../claude/transcript/readEnd.ts';

/**
 * Those that the conversation does not hold: the agent had them in its memory at most. In the order in which they were sent.
 * Where it cannot be read, or not as far back as the first of them, none: rather lost than sent twice.
 */
export async function unreadMessages(
  transcript: string,
  messageIds: readonly string[],
  mostBytes?: number,
): Promise<string[]> {
  const [first = ''] = messageIds;
  const { bytes, isEnough } = await readEnd(transcript, { isEnough: (end) => holds(end, first), mostBytes });
  return isEnough ? messageIds.filter((id) => !holds(bytes, id)) : [];
}

/** Without making text of what may be many megabytes. */
function holds(bytes: Buffer, id: string): boolean {
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + id.length)) {
    const end = bytes.indexOf('\n', at);
    const line = bytes.subarray(bytes.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
    if (messagesIn(line.toString('utf8')).includes(id)) return true;
  }
  return false;
}

/** Those that begin a turn have one line, under the last one's id; one that was taken in on the way is attached to it. */
const Line = z.union([
  z
    .object({ type: z.literal('user'), uuid: z.string(), mergedSendUuids: z.array(z.string()).catch([]) })
    .transform(({ uuid, mergedSendUuids }) => [uuid, ...mergedSendUuids]),
  z
    .object({
      type: z.literal('attachment'),
      attachment: z.object({ type: z.literal('queued_command'), source_uuid: z.string() }),
    })
    .transform(({ attachment }) => [attachment.source_uuid]),
]);

function messagesIn(line: string): string[] {
  return Line.safeParse(parseLine(line)).data ?? [];
}
