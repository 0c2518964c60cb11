// `beckon log`: prints the audit log from the database itself, whether or not a gateway runs.
import type { LogEntry } from '@beckon/protocol';
import { BeckonError, logEntryText, revealHidden } from '@beckon/protocol';
import type { LogReader } from '../store/sqlite/logReader.ts';
import { openLogReader } from '../store/sqlite/logReader.ts';
import { databasePath } from '../stateDirectory.ts';
import { localTime } from './localTime.ts';

export interface LogOptions {
  stateDir: string;
  json: boolean;
  since?: number;
  /** How a session's id begins. */
  session?: string;
}

export async function printLog({ stateDir, json, since, session: wanted }: LogOptions): Promise<void> {
  using log = await openLogReader(databasePath(stateDir));
  if (!log) throw new BeckonError('not_found', `There is nothing of Beckon’s in ${stateDir} yet.`);
  const session = wanted === undefined ? undefined : sessionFrom(log, wanted);
  // Whoever reads may have seen enough before the end: `beckon log | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  let count = 0;
  for (const entry of log.entries({ session, since })) {
    process.stdout.write(`${json ? jsonLine(entry) : textLine(entry)}\n`);
    count += 1;
  }
  if (count === 0 && !json) process.stdout.write('Nothing is in the log that fits.\n');
}

/** A moment, or how long before `now` it was; undefined where the text says neither. */
export function momentFrom(text: string, now: number): number | undefined {
  const ago = /^(\d{1,6}(?:\.\d+)?)([smhdw])$/.exec(text.trim());
  if (ago?.[1] && ago[2]) return Math.round(now - Number(ago[1]) * (unitMs[ago[2]] ?? 0));
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  // A date alone would be read as the beginning of that day in Greenwich.
  const moment = Date.parse(text.length === 10 ? `${text}T00:00` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Nothing that an agent wrote can act on the terminal, or pass for an entry of its own. */
export function textLine(entry: LogEntry): string {
  const whose = entry.sessionId?.slice(0, 8) ?? 'gateway ';
  const line = `${localTime(entry.at)}  ${whose}  ${logEntryText(entry)}`.replaceAll('\n', ' ⏎ ').replaceAll('\t', ' ');
  return revealHidden(line)
    .map(({ text }) => text)
    .join('');
}

/** JSON leaves some characters as they are that act on terminals. */
export function jsonLine(entry: LogEntry): string {
  return JSON.stringify(entry).replaceAll(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function sessionFrom(log: LogReader, wanted: string): string {
  const ids = log.sessionsThatBegin(wanted);
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return only;
  throw new BeckonError(
    'session_not_found',
    ids.length === 0
      ? `No session in the log has an id that begins with ${JSON.stringify(wanted)}.`
      : `${ids.length} sessions have an id that begins with ${JSON.stringify(wanted)}. Give more of it.`,
  );
}
