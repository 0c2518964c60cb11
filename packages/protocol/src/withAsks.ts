// A session with its open asks, as clients see it: the same object for as long as nothing about it has changed, so that
// what was made of it once can be kept.
import type { Ask } from './ask/ask.ts';
import type { Session, SessionWithoutAsks } from './session.ts';

const sessions = new WeakMap<SessionWithoutAsks, Session>();

export function withAsks(info: SessionWithoutAsks, asks: Ask[]): Session {
  const known = sessions.get(info);
  if (known?.asks.length === asks.length && known.asks.every((ask, index) => ask === asks[index])) return known;
  const session = { ...info, asks };
  sessions.set(info, session);
  return session;
}
