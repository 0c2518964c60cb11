// Where something that was found is looked at: in its session at its message, else in the log.
import type { SearchHit } from '@beckon/protocol';

export function addressOfHit({ kind, sessionId, messageId }: SearchHit): string {
  if (sessionId === undefined) return '/log';
  if (kind === 'log') return `/log/${sessionId}`;
  return messageId === undefined
    ? `/sessions/${sessionId}`
    : `/sessions/${sessionId}?at=${encodeURIComponent(messageId)}`;
}
