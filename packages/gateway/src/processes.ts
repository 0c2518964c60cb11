// What the system says of a process: whether it still runs, and which one it is, for a number is used again.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from './clock.ts';
import { becomesTrue } from './clock.ts';

/**
 * When it was started, as a text that no other process with its number shares. Undefined where it has ended, even where
 * its parent has not asked how: tmux leaves some of its children so.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  const [state, start] = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  return state === undefined || /^[ZX]/.test(state) ? undefined : start;
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

/** One process among all that have had its number. */
export interface KnownProcess {
  pid: number;
  start: string;
}

/** The process that has this number now. */
export async function processOf(pid: number): Promise<KnownProcess | undefined> {
  const start = await startOf(pid);
  return start === undefined ? undefined : { pid, start };
}

/** Whether it is this very process that still runs. */
export async function isSame({ pid, start }: KnownProcess): Promise<boolean> {
  return (await startOf(pid)) === start;
}

/** The process that started it, or has taken it on; undefined where there is none. */
export async function parentOf(pid: number): Promise<number | undefined> {
  const text = process.platform === 'linux' ? (await statOf(pid))[parentField] : await askPs(pid, 'ppid=');
  const parent = Number(text);
  return parent > 0 ? parent : undefined;
}

/** Waits for its end for a while; says whether it has come. */
export function hasEndedWithin(limitMs: number, pid: number, clock: Clock): Promise<boolean> {
  return becomesTrue(clock, async () => !(await isRunning(pid)), { withinMs: limitMs, everyMs: lookEveryMs });
}

const lookEveryMs = 20;

/** Says whether there was such a process. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

type Looked = [state: string, start: string] | [];

async function fromProc(pid: number): Promise<Looked> {
  const [fields, boot] = await Promise.all([
    statOf(pid),
    readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => ''),
  ]);
  const [state] = fields;
  return state === undefined ? [] : [state, `${fields[startTimeField]} ${boot.trim()}`];
}

/** What Linux tells of it, from its state on; nothing where it is gone. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The name of the program stands in parentheses and may hold anything, these too.
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const parentField = 1;
/** In clock ticks since the machine was started; the 22nd of all fields, of which two stand before the state. */
const startTimeField = 19;

async function fromPs(pid: number): Promise<Looked> {
  const [state, ...start] = (await askPs(pid, 'stat=,lstart=')).split(/\s+/);
  return state ? [state, start.join(' ')] : [];
}

async function askPs(pid: number, columns: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', columns, '-p', String(pid)], { timeout: 5000 });
    return stdout.trim();
  } catch {
    return '';
  }
}
