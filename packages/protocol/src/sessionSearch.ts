// Whether a session is among those that a person looks for.
import type { SessionInfo } from './session.ts';

/** What is looked for, word by word; each has to occur in the session's title, folder or id, in either case. */
export function sessionSearch(q: string): (session: Pick<SessionInfo, 'title' | 'cwd' | 'id'>) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ title, cwd, id }) => {
    const text = `${title}\n${cwd}\n${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
