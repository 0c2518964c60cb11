// `beckon log`: prints the audit log from the database itself, whether or not a gateway runs.
import type { LogEntry } from '@beckon/protocol';
import { BeckonError, logEntryText } from '@beckon/protocol';
import type { LogReader } from '../store/sqlite/logReader.ts';
import { openLogReader } from '../store/sqlite/logReader.ts';
import { databasePath, whyNone } from '../stateDirectory.ts';
import { absenceText } from './connect.ts';
import { endWithReader, jsonLine, print, textLine } from './lines.ts';
import { localTime } from './localTime.ts';

export interface LogOptions {
  stateDir: string;
  json: boolean;
  since?: number;
  /** How a session's id begins. */
  session?: string;
  kind?: string[];
}

export async function printLog({ stateDir, json, since, kind, session: wanted }: LogOptions): Promise<void> {
  using log = await openLogReader(databasePath(stateDir));
  if (!log) throw new BeckonError('not_found', await whyNothing(stateDir));
  const session = wanted === undefined ? undefined : sessionFrom(log, wanted);
  endWithReader();
  let count = 0;
  for (const entry of log.entries({ session, since, kind: kind?.join(',') })) {
    print(json ? jsonLine(entry) : entryLine(entry));
    count += 1;
  }
  if (count === 0 && !json) print('Nothing is in the log that fits.');
}

async function whyNothing(stateDir: string): Promise<string> {
  const absence = await whyNone(stateDir);
  return absence.is === 'none' ? `There is nothing of Beckon’s in ${stateDir} yet.` : absenceText(stateDir, absence);
}

export function entryLine(entry: LogEntry): string {
  const whose = entry.sessionId?.slice(0, 8) ?? 'gateway ';
  return textLine(`${localTime(entry.at)}  ${whose}  ${logEntryText(entry)}`);
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
