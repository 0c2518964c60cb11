// Reads the box in which a person writes to the agent: what is in it, and the line below it that tells the mode.
import type { PermissionMode } from '@beckon/protocol';
import { isRule, joined, RowsFromBelow, screenRows } from './screen.ts';

export interface PromptBox {
  /** In `shell`, what is entered runs as a command, without the agent and without being asked about. */
  takes: 'message' | 'shell';
  /** What somebody has begun to write, as far as it is shown. */
  draft: string;
  permissionMode?: PermissionMode;
  /** Whether the agent is at work: what is entered then waits its turn. */
  isWorking: boolean;
  /** How many commands run in the background, where there is room to say so. */
  shells?: number;
}

/** `undefined` where there is none: a dialog is open, or the agent is still starting. */
export function readPromptBox(screen: string): PromptBox | undefined {
  const rows = new RowsFromBelow(screenRows(screen));
  const { statusRows, isOfSubagent } = readBelow(rows.takeUntil((row) => isRule(row)));
  const status = joined(statusRows);
  if (!isRule(rows.take()) || statusRows.length > STATUS_ROWS || !STATUS.test(status) || isOfSubagent) return undefined;
  const [first = '', ...further] = rows.takeUntil(isTop);
  const mark = first[0];
  if (!isTop(rows.take()) || (mark !== '❯' && mark !== '!')) return undefined;
  const mode = Object.entries(modeWords).find(([words]) => status.includes(words))?.[1];
  const shells = /· (\d+) shells?\b/.exec(status)?.[1];
  return {
    takes: mark === '!' ? 'shell' : 'message',
    draft: writtenIn(joined([first.slice(1), ...further])),
    ...(mode && { permissionMode: mode }),
    ...(shells && { shells: Number(shells) }),
    isWorking: status.includes('esc to interrupt') || (status.startsWith(PASTED) && isCounting(rows)),
  };
}

/**
 * While subagents work in the background, all agents are listed below the status, and a dot marks the one to which the box
 * belongs. What is entered into a subagent's box goes to that subagent.
 */
function readBelow(rows: readonly string[]): { statusRows: readonly string[]; isOfSubagent: boolean } {
  const gap = rows.findIndex((row, index) => row === '' && AGENT.test(rows[index + 1] ?? ''));
  if (gap === -1) return { statusRows: rows, isOfSubagent: false };
  return { statusRows: rows.slice(0, gap), isOfSubagent: !rows.slice(gap).some((row) => /^. ● main\b/.test(row)) };
}

const AGENT = /^. [●◯] /;

/** The upper rule of the box, in which the name of the session stands where it has one. */
function isTop(row: string | undefined): boolean {
  return isRule(row) || (row !== undefined && /^─+ .+ ─$/.test(row));
}

/** Nobody has written the words that stand in an empty box. */
function writtenIn(shown: string): string {
  return shown === 'Press up to edit queued messages' ? '' : shown;
}

/** After a long paste the agent says this for some seconds, in the place of whether it works. */
const PASTED = 'paste again to expand';

/** Whether a row above the box counts the seconds that the agent has worked. */
function isCounting(above: RowsFromBelow): boolean {
  const rows = Array.from({ length: ROWS_ABOVE }, () => above.take() ?? '');
  return rows.some((row) => /^\S .+… \((?:\d+m )?\d+s\b/.test(row));
}

const ROWS_ABOVE = 6;

/** Narrow screens wrap it. */
const STATUS_ROWS = 4;
const STATUS = /^(⏸ |⏵⏵ |! for shell mode|paste again to expand|\? for shortcuts|esc to interrupt)/;

const modeWords: Record<string, PermissionMode> = {
  'manual mode on': 'default',
  'accept edits on': 'acceptEdits',
  'plan mode on': 'plan',
  'auto mode on': 'auto',
  'bypass permissions on': 'bypassPermissions',
};
