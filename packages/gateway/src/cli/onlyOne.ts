// The one that a person means by the beginning of its id.
import { BeckonError, type ErrorCode } from '@beckon/protocol';

const fewestCharacters = 4;

export function onlyOne<T extends { id: string }>(
  all: readonly T[],
  wanted: string,
  { what, code }: { what: string; code: ErrorCode },
): T {
  // As little as nothing, such as a variable that a script left empty, is no name.
  if (wanted.length < fewestCharacters) {
    throw new BeckonError('invalid_request', `Give at least ${fewestCharacters} characters of the ${what}’s id.`);
  }
  const fitting = all.filter(({ id }) => id.startsWith(wanted));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const begins = `begins with ${JSON.stringify(wanted)}`;
  throw new BeckonError(
    code,
    fitting.length === 0
      ? `No ${what} has an id that ${begins}.`
      : `${fitting.length} ${what}s have an id that ${begins}. Give more of it.`,
  );
}
