// A moment as people write it, or how long ago it was.

/** Undefined where the text says neither. */
export function momentFrom(text: string, now: number): number | undefined {
  const ago = /^(\d{1,6}(?:\.\d+)?)([smhdw])$/.exec(text.trim());
  if (ago?.[1] && ago[2]) return Math.round(now - Number(ago[1]) * (unitMs[ago[2]] ?? 0));
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  // A date alone would be read as the beginning of that day in Greenwich.
  const moment = Date.parse(text.length === 10 ? `${text}T00:00` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
