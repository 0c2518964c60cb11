// Tells one run of a gateway from another, so that whoever goes through a proxy can see whether it leads to this very one. It is
// random and says nothing else.
import { randomUUID } from 'node:crypto';

/** Comes with the reply of `GET /api/health`. */
export const instanceHeader = 'x-beckon-instance';

export function newInstance(): string {
  return randomUUID();
}
