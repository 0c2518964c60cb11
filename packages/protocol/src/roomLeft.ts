// How much room a value takes as JSON, found out with no more work than it takes to know that it does not fit.

/** Numbers, commas, quotes and brackets take room, too. */
const perValue = 4;

/** How many characters are left of the room, by the value's own texts; negative as soon as it is known not to fit. */
export function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  let left = room - perValue;
  if (typeof value !== 'object' || value === null) return left;
  for (const [name, field] of Object.entries(value)) {
    if (left < 0) break;
    left = roomLeft(field, left - name.length);
  }
  return left;
}
