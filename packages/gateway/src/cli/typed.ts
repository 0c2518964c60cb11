// What the user types to run Beckon: `beckon`, or the npm script that they ran. Messages name that, so that it can be
// typed again as it stands.

/** `scripts/start.mjs` says it here. */
const variable = 'BECKON_TYPED';

/** A command of Beckon's, as this user would type it. */
export function typed(words: string, environment = process.env): string {
  return `${environment[variable] || 'beckon'} ${words}`;
}
