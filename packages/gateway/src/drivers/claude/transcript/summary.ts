// What a transcript is about, told from its beginning and its end alone: title, folder, branch, when, and what it cost. The
// CLI writes what names a conversation again with every turn, so that it stands near the end of a file of any size.
import type { FileHandle } from 'node:fs/promises';
import { SessionId, Timestamp, Usage } from '@beckon/protocol';
import { z } from 'zod';
import { openPlainFile } from '../../../plainFile.ts';
import { type Fields, fieldsOf, parseLine, textOf } from './fields.ts';
import { firstPrompt, promptIn } from './firstPrompt.ts';
import { TranscriptReader } from './reader.ts';
import { readTotal } from './spending.ts';

export const TranscriptSummary = z.object({
  title: z.string(),
  /** Absent where no line names it. */
  cwd: z.string().optional(),
  branch: z.string().optional(),
  version: z.string().optional(),
  /** What the CLI calls the way in which it was started: `cli`, `sdk-ts`, `claude-vscode`. */
  entrypoint: z.string().optional(),
  forkedFrom: SessionId.optional(),
  startedAt: Timestamp.optional(),
  usage: Usage.optional(),
});
export type TranscriptSummary = z.infer<typeof TranscriptSummary>;

/** Undefined where nobody has said anything in it, or it cannot be read. */
export async function readSummary(path: string): Promise<TranscriptSummary | undefined> {
  const file = await openPlainFile(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const head = await readText(file, 0, Math.min(size, END_BYTES));
    // Where the two would meet, the rest is the end.
    const tailStart = Math.max(END_BYTES, size - END_BYTES);
    const tail = size > END_BYTES ? await readText(file, tailStart, size - tailStart) : '';
    const isWhole = size <= 2 * END_BYTES;
    const summary = isWhole
      ? summaryOf((head + tail).split('\n'), [])
      : summaryOf(head.split('\n').slice(0, -1), tail.split('\n').slice(1));
    // A first prompt with pictures in it is longer than what was read.
    const prompt = summary.title === undefined && !isWhole ? await firstPrompt(path) : undefined;
    // Where its beginning makes no sense, what was said last tells more than nothing.
    const title = summary.title ?? asTitle(prompt) ?? asTitle(promptAmong(tail.split('\n').slice(1)));
    return title === undefined ? undefined : { ...summary, title };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** From the lines at its beginning and those at its end; all of a short one are at its beginning. */
export function summaryOf(
  head: readonly string[],
  tail: readonly string[],
): Omit<TranscriptSummary, 'title'> & { title: string | undefined } {
  const all = [...head, ...tail];
  const first = firstThat(head, (line) => line.includes('"cwd":"'), isOwn);
  const last = lastThat(all, (line) => line.includes('"gitBranch":"'), isOwn);
  const said = (type: string, check: Check) => lastThat(all, (line) => line.startsWith(`{"type":"${type}"`), check);
  const named = (type: string, field: string) =>
    asTitle(said(type, (line) => asTitle(line[field]) !== undefined)?.[field]);
  const moved = said('relocated', (line) => folderOf(line['relocatedCwd']) !== undefined)?.['relocatedCwd'];
  const cost = said('cost-state', (line) => readTotal(line) !== undefined);
  return {
    title:
      named('custom-title', 'customTitle') ??
      named('ai-title', 'aiTitle') ??
      named('summary', 'summary') ??
      asTitle(promptAmong(head)) ??
      named('last-prompt', 'lastPrompt'),
    ...short('cwd', folderOf(moved) ?? folderOf(first?.['cwd']) ?? folderOf(last?.['cwd'])),
    ...short('branch', branchOf(last?.['gitBranch'])),
    ...short('version', wordOf(last?.['version'])),
    ...short('entrypoint', wordOf(first?.['entrypoint'])),
    ...short('forkedFrom', SessionId.safeParse(fieldsOf(first?.['forkedFrom'])?.['sessionId']).data),
    ...short('startedAt', startOf(head)),
    ...short('usage', cost && readTotal(cost)),
  };
}

function short<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}

/** A subagent's line, as old versions kept them among the others, says nothing of the conversation. */
function isOwn(line: Fields): boolean {
  return line['isSidechain'] !== true;
}

type Sort = (text: string) => boolean;
type Check = (line: Fields) => boolean;

function firstThat(lines: readonly string[], mayBe: Sort, check: Check = () => true): Fields | undefined {
  for (const text of lines) {
    const line = mayBe(text) ? parseLine(text) : undefined;
    if (line && check(line)) return line;
  }
  return undefined;
}

function lastThat(lines: readonly string[], mayBe: Sort, check: Check = () => true): Fields | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const text = lines[index] ?? '';
    const line = mayBe(text) ? parseLine(text) : undefined;
    if (line && check(line)) return line;
  }
  return undefined;
}

function promptAmong(lines: readonly string[]): string | undefined {
  const reader = new TranscriptReader();
  for (const line of lines) {
    const prompt = line.includes('"user"') || line.includes('"queued_command"') ? promptIn(reader, line) : undefined;
    if (prompt !== undefined) return prompt;
  }
  return undefined;
}

function startOf(head: readonly string[]): number | undefined {
  const time = textOf(firstThat(head, (line) => line.includes('"timestamp":"'), hasTime)?.['timestamp']);
  const at = time === undefined ? Number.NaN : Date.parse(time);
  return Timestamp.safeParse(at).data;
}

const hasTime: Check = (line) => typeof line['timestamp'] === 'string';

/** One line of it. */
function asTitle(value: unknown): string | undefined {
  const text = textOf(value)?.slice(0, 2000).replaceAll(/\s+/g, ' ').trim();
  if (!text) return undefined;
  // Not in the middle of a sign that takes two units.
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function folderOf(value: unknown): string | undefined {
  const folder = textOf(value);
  const isFolder = folder?.startsWith('/') && folder.length <= 4096 && !folder.includes('\0');
  return isFolder ? folder : undefined;
}

/** `HEAD` stands there where there is no repository, too. */
function branchOf(value: unknown): string | undefined {
  const branch = textOf(value);
  return branch && branch !== 'HEAD' && branch.length <= 300 ? branch : undefined;
}

function wordOf(value: unknown): string | undefined {
  const word = textOf(value);
  return word && word.length <= 100 ? word : undefined;
}

/** Bytes that are no UTF-8 become signs that say so; a line that is cut does not parse, and is passed over. */
async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.toString('utf8', 0, bytesRead);
}

const END_BYTES = 64 * 1024;
const LONGEST_TITLE = 120;
