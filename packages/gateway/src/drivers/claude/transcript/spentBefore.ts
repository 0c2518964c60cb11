// What a conversation had spent up to a place of its transcript: found from there backwards, as far as the last line that says
// it all, or the beginning.
import { lstat } from 'node:fs/promises';
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import { type Fields, fieldsOf, parseLine, textOf } from './fields.ts';
import { linesBefore } from './linesBefore.ts';
import { LineTimes } from './lineTimes.ts';
import { subagentsFolder } from './location.ts';
import { readTotal, readUsage, type SpentBefore } from './spending.ts';
import { subagentsIn, subagentTranscript } from './subagentFiles.ts';

export interface SpentWhere {
  offset: number;
  /** Subagents that have written since are read by whoever goes on from there. */
  subagentsSince: number;
}

export async function spentBefore(transcript: string, { offset, subagentsSince }: SpentWhere): Promise<SpentBefore> {
  const main = await spentIn(transcript, { before: offset, since: 0 });
  let usage = main.usage;
  const folder = subagentsFolder(transcript);
  for (const agentId of await subagentsIn(folder)) {
    const path = subagentTranscript(folder, agentId);
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs >= subagentsSince || mtimeMs < main.saidAt) continue;
    usage = addUsage(usage, (await spentIn(path, { since: main.saidAt })).usage);
  }
  return { usage, saidAt: main.saidAt };
}

/** What cannot be read has spent nothing that anyone knows of. */
async function spentIn(path: string, { before, since }: { before?: number; since: number }): Promise<SpentBefore> {
  const counted = new Set<string>();
  let usage = noUsage;
  let total: Usage | undefined;
  try {
    for await (const { bytes } of linesBefore(path, before)) {
      const line = isOfInterest(bytes, total) ? parseLine(bytes.toString('utf8')) : undefined;
      const at = line && new LineTimes().read(line['timestamp']);
      // That line has no time of its own: the one before it has.
      if (total && at) return { usage: addUsage(total, usage), saidAt: at };
      if (!line || total || (at ?? 0) < since) continue;
      if (line['type'] === 'cost-state') total = readTotal(line);
      const spent = spentBy(line);
      if (!spent || counted.has(spent.messageId)) continue;
      counted.add(spent.messageId);
      usage = addUsage(usage, spent.usage);
    }
  } catch {
    return { usage: noUsage, saidAt: 0 };
  }
  return { usage: total ? addUsage(total, usage) : usage, saidAt: 0 };
}

/** Most lines are told by their bytes, and nothing of them is parsed. */
function isOfInterest(bytes: Buffer, total: Usage | undefined): boolean {
  if (total) return bytes.includes('"timestamp":"');
  return bytes.includes('"type":"assistant"') || bytes.includes('"type":"cost-state"');
}

function spentBy(line: Fields): { messageId: string; usage: Usage } | undefined {
  const message = fieldsOf(line['message']);
  const [messageId, usage] = [textOf(message?.['id']), fieldsOf(message?.['usage'])];
  const isCounted = line['type'] === 'assistant' && line['isApiErrorMessage'] !== true;
  return isCounted && messageId && usage && message?.['model'] !== '<synthetic>'
    ? { messageId, usage: readUsage(usage) }
    : undefined;
}
