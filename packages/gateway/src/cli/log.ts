// `beckon log`: prints the audit log from the database itself, whether or not a gateway runs.
import type { LogEntry } from '@beckon/protocol';
import { BeckonError, logEntryText } from '@beckon/protocol';
import type { LogReader } from '../store/sqlite/logReader.ts';
import { openLogReader } from '../store/sqlite/logReader.ts';
import { databasePath } from '../stateDirectory.ts';
import { endWithReader, jsonLine, print, textLine } from './lines.ts';
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
  endWithReader();
  let count = 0;
  for (const entry of log.entries({ session, since })) {
    print(json ? jsonLine(entry) : entryLine(entry));
    count += 1;
  }
  if (count === 0 && !json) print('Nothing is in the log that fits.');
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

export function entryLine(entry: LogEntry): string {
  const whose = entry.sessionId?.slice(0, 8) ?? 'gateway ';
  return textLine(`${localTime(entry.at)}  ${whose}  ${logEntryText(entry)}`);
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

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
