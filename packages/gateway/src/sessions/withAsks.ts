// A session with its open asks, as clients see it: the same object for as long as nothing about it has changed, so that
// what was made of it once can be kept.
import type { Ask, Session, SessionInfo } from '@beckon/protocol';

const sessions = new WeakMap<SessionInfo, Session>();

export function withAsks(info: SessionInfo, asks: Ask[]): Session {
  const known = sessions.get(info);
  if (known && areSame(known.asks, asks)) return known;
  const session = { ...info, asks };
  sessions.set(info, session);
  return session;
}

function areSame(known: readonly Ask[], asks: readonly Ask[]): boolean {
  return known.length === asks.length && known.every((ask, index) => ask === asks[index]);
}
