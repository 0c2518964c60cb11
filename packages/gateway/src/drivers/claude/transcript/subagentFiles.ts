// The files that the CLI keeps of a session's subagents: a transcript each, and beside it which call has started it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolCallId } from '@beckon/protocol';
import { callIdOf, parseLine } from './fields.ts';
import { openPlainFile } from '../../../plainFile.ts';

/** The ids of those that have a file in the folder. */
export async function subagentsIn(folder: string): Promise<Set<string>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.flatMap((name) => subagentOf(name) ?? []));
}

/** Whose file goes by this name; undefined for any other. */
export function subagentOf(name: string | undefined): string | undefined {
  return /^agent-([\w-]{1,100})\.(?:jsonl|meta\.json)$/.exec(name ?? '')?.[1];
}

export function subagentTranscript(folder: string, agentId: string): string {
  return join(folder, `agent-${agentId}.jsonl`);
}

/** Undefined where it is not known, or not yet. The CLI writes this file before the transcript, and whole. */
export async function callOfSubagent(folder: string, agentId: string): Promise<ToolCallId | undefined> {
  const file = await openPlainFile(join(folder, `agent-${agentId}.meta.json`)).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if ((await file.stat()).size > LARGEST_META) return undefined;
    return callIdOf(parseLine(await file.readFile('utf8'))?.['toolUseId']);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

const LARGEST_META = 64 * 1024;
