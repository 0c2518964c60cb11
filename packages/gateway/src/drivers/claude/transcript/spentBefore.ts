// What a conversation had spent up to a place of its transcript: read from there backwards, and added up from the beginning.
import { lstat } from 'node:fs/promises';
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import { type Fields, fieldsOf, parseLine, textOf } from './fields.ts';
import { linesBefore } from './linesBefore.ts';
import { LineTimes } from './lineTimes.ts';
import { subagentsFolder } from './location.ts';
import { readTotal, readUsage, Spending, type Spent, type SpentBefore } from './spending.ts';
import { subagentsIn, subagentTranscript } from './subagentFiles.ts';

export interface SpentWhere {
  offset: number;
  /** Subagents that have written since are read by whoever goes on from there. */
  subagentsSince: number;
  /** Awaited after every piece: nobody waits for a long past, and much else may. */
  breathe?: (() => Promise<void>) | undefined;
}

export async function spentBefore(transcript: string, where: SpentWhere): Promise<SpentBefore> {
  const { offset, subagentsSince, breathe } = where;
  const main = await spentIn(transcript, { before: offset, since: 0, breathe });
  let usage = main.usage;
  const folder = subagentsFolder(transcript);
  for (const agentId of await subagentsIn(folder)) {
    const path = subagentTranscript(folder, agentId);
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs >= subagentsSince || mtimeMs < main.saidAt) continue;
    usage = addUsage(usage, (await spentIn(path, { since: main.saidAt, breathe })).usage);
  }
  return { usage, saidAt: main.saidAt };
}

/** What cannot be read has spent nothing that anyone knows of. */
async function spentIn(path: string, part: Part): Promise<SpentBefore> {
  try {
    const spending = new Spending();
    spending.begin({ usage: noUsage, saidAt: 0 });
    for (const one of (await newestFirst(path, part)).toReversed()) {
      if ('saidAt' in one) spending.saidAll(one);
      else spending.spent(one);
    }
    return { usage: spending.usage ?? noUsage, saidAt: spending.saidAt };
  } catch {
    return { usage: noUsage, saidAt: 0 };
  }
}

interface Part extends Pick<SpentWhere, 'breathe'> {
  before?: number;
  since: number;
}

async function newestFirst(path: string, { before, since, breathe }: Part): Promise<(Spent | SpentBefore)[]> {
  const found: (Spent | SpentBefore)[] = [];
  const counted = new Set<string>();
  /** Said in lines that have no time of their own: the one before them has. */
  const untimed: SpentBefore[] = [];
  const times = new LineTimes();
  let piece = 0;
  for await (const { bytes } of linesBefore(path, before)) {
    if ((piece += bytes.length) > pieceBytes) {
      piece = 0;
      await breathe?.();
    }
    const line = isOfInterest(bytes, untimed.length > 0) ? parseLine(bytes.toString('utf8')) : undefined;
    if (!line) continue;
    const at = times.read(line['timestamp']);
    if (at) for (const said of untimed.splice(0)) said.saidAt = at;
    if (at < since) continue;
    const usage = line['type'] === 'cost-state' ? readTotal(line) : undefined;
    const said = usage && { usage, saidAt: 0 };
    if (said) [found, untimed].forEach((list) => list.push(said));
    const spent = spentBy(line);
    if (!spent || counted.has(spent.messageId)) continue;
    counted.add(spent.messageId);
    found.push({ ...spent, at, author: undefined });
  }
  return found;
}

const pieceBytes = 256 * 1024;

/** Most lines are told by their bytes, and nothing of them is parsed. */
function isOfInterest(bytes: Buffer, isTimeWanted: boolean): boolean {
  if (isTimeWanted && bytes.includes('"timestamp":"')) return true;
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
