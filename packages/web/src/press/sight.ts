// How long a control has been before its person's eyes, in one place. Pure: whoever looks says where it is, and when.

/** What is still for so long has been seen: a second tap comes sooner, a glance takes less. */
export const settleMs = 700;
/** What comes nearer than this to its place has not moved for a finger; cards arrive with a small slide. */
const slackPx = 8;

/** On the screen. */
export interface Place {
  x: number;
  y: number;
}

export interface Sight {
  /** Where it came to rest; undefined while it cannot be seen. */
  place: Place | undefined;
  since: number;
}

/** The sight of it after one more look. Slow drifts count too: they are measured from where it came to rest. */
export function look(before: Sight | undefined, place: Place | undefined, now: number): Sight {
  return before?.place && place && isNear(before.place, place) ? before : { place, since: now };
}

/** Whether a press at that time was made by someone who could have seen what they pressed. */
export function isSettled({ place, since }: Sight, waitMs: number, at: number): boolean {
  return place !== undefined && at - since >= waitMs;
}

function isNear(one: Place, other: Place): boolean {
  return Math.abs(one.x - other.x) < slackPx && Math.abs(one.y - other.y) < slackPx;
}
