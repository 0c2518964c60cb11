// What the transcript, as the CLI keeps it, says of messages that were sent to an agent that is gone.
import { z } from 'zod';
import { readEnd } from './transcriptEnd.ts';

/** Those that the conversation does not hold: the agent had them in its memory at most. In the order in which they were sent. */
export async function unreadMessages(transcript: string, messageIds: readonly string[]): Promise<string[]> {
  const lines = (await readEnd(transcript, messageIds[0])).split('\n');
  const mentions = lines.filter((line) => messageIds.some((id) => line.includes(id)));
  const read = new Set(mentions.map(messageIn));
  return messageIds.filter((id) => !read.has(id));
}

/** One that begins a turn has a line of its own; one that was taken in between two steps of a turn is attached to it. */
const Line = z.union([
  z.object({ type: z.literal('user'), uuid: z.string() }).transform(({ uuid }) => uuid),
  z
    .object({
      type: z.literal('attachment'),
      attachment: z.object({ type: z.literal('queued_command'), source_uuid: z.string() }),
    })
    .transform(({ attachment }) => attachment.source_uuid),
]);

function messageIn(line: string): string | undefined {
  try {
    return Line.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
