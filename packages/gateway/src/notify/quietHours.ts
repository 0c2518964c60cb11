// Whether quiet hours are on, and how long they last, where their person lives.
import type { QuietHours } from '@beckon/protocol';

const dayMinutes = 24 * 60;

/** Undefined where they are not on. Over a change to summer time it may be an hour off: whoever waits looks again then. */
export function quietForMs(hours: QuietHours | null, now: number): number | undefined {
  if (!hours) return undefined;
  const from = minutesOf(hours.from);
  const lengthMinutes = (minutesOf(hours.to) - from + dayMinutes) % dayMinutes;
  const { minutes, restMs } = localTime(now, hours.timeZone);
  const since = (minutes - from + dayMinutes) % dayMinutes;
  return since < lengthMinutes ? (lengthMinutes - since) * 60_000 - restMs : undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes long, and few places are ever asked for. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size > 20) formats.clear();
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, made);
  return made;
}

function localTime(now: number, timeZone: string): { minutes: number; restMs: number } {
  // Places are whole minutes apart, so what is left of the minute is the same everywhere.
  return { minutes: minutesOf(formatFor(timeZone).format(now)), restMs: ((now % 60_000) + 60_000) % 60_000 };
}
