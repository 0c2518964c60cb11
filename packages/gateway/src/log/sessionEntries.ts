// What a change of a session looks like in the audit log; most changes are not worth an entry.
import type { Device, LogDraft, SessionInfo } from '@beckon/protocol';

export function sessionEntries(before: SessionInfo | undefined, after: SessionInfo): LogDraft[] {
  const entries: LogDraft[] = [];
  const { id: sessionId, driver, cwd, title, permissionMode, createdOn, state, end } = after;
  if (!before) {
    const data = { driver, cwd, title, permissionMode, ...(createdOn !== undefined && { device: createdOn }) };
    entries.push({ type: 'session_created', sessionId, data });
  }
  if (before && before.permissionMode !== permissionMode) {
    const data = { from: before.permissionMode, to: permissionMode };
    entries.push({ type: 'session_mode_changed', sessionId, data });
  }
  if (!isRunning(before) && isRunning(after)) entries.push({ type: 'session_started', sessionId, data: {} });
  // A try to deliver an answer that could not even begin is told by the answer's own entry.
  const isFailedTry = before?.state === 'starting' && end?.reason === 'undelivered';
  if (before && before.state !== 'dead' && state === 'dead' && !isFailedTry) {
    entries.push({ type: 'session_ended', sessionId, data: { ...end } });
  }
  return entries;
}

export function removedEntry({ id: sessionId, title }: SessionInfo, device?: Device): LogDraft {
  return { type: 'session_removed', sessionId, data: { title, ...(device !== undefined && { device }) } };
}

function isRunning(session: SessionInfo | undefined): boolean {
  return session?.state === 'user_turn' || session?.state === 'assistant_turn';
}
