// What the transcript, as the CLI keeps it, says of messages that were sent to an agent that is gone.
import { z } from 'zod';
import { parseLine } from '../claude/transcript/fields.ts';
import { linesBefore } from '../claude/transcript/linesBefore.ts';

/**
 * Those that the conversation does not hold: the agent had them in its memory at most. In the order in which they were sent.
 * Where it cannot be read, or not as far back as the first of them, none: rather lost than sent twice.
 */
export async function unreadMessages(
  transcript: string,
  messageIds: readonly string[],
  mostBytes = MOST_READ_BYTES,
): Promise<string[]> {
  const [first = ''] = messageIds;
  const read = new Set<string>();
  let bytesRead = 0;
  try {
    for await (const { bytes } of linesBefore(transcript)) {
      // Without making text of what may be many megabytes.
      if (messageIds.some((id) => bytes.includes(id))) messagesIn(bytes.toString('utf8')).forEach((id) => read.add(id));
      if (read.has(first)) break;
      if ((bytesRead += bytes.length) > mostBytes) return [];
    }
  } catch {
    return [];
  }
  return messageIds.filter((id) => !read.has(id));
}

const MOST_READ_BYTES = 64 * 1024 * 1024;

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
