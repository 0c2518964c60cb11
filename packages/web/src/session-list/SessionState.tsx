// The state of a session at a glance: a pulsing hand where it waits for its person, else an icon, and always the words.
import type { EndReason, Session } from '@beckon/protocol';
import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleX, Hand, History, Hourglass, Moon } from 'lucide-react';
import { Spinner } from '../elements/Spinner.tsx';
import { sessionWords } from './sessionWords.ts';

export function SessionState({ session }: { session: Session }) {
  const { Icon, look, words } = lookOf(session);
  return (
    <span className={`inline-flex max-w-full shrink-0 items-center gap-1.5 text-xs ${words}`}>
      <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
      {sessionWords(session)}
    </span>
  );
}

function lookOf({ state, end, asks, queued, past }: Session) {
  if (asks.length > 0) return { Icon: Hand, look: 'animate-beckon text-waiting', words: 'font-semibold text-waiting' };
  if (queued) return { Icon: Hourglass, look: 'text-accent', words: 'text-accent' };
  if (past) return { Icon: History, look: 'text-muted', words: 'text-muted' };
  switch (state) {
    case 'starting':
    case 'assistant_turn':
      return { Icon: Spinner, look: 'text-accent', words: 'text-accent' };
    case 'user_turn':
      return { Icon: CircleCheck, look: 'text-done', words: 'text-muted' };
    case 'dead':
      return { Icon: end ? endIcons[end.reason] : CircleX, look: 'text-muted', words: 'text-muted' };
  }
}

const endIcons = {
  idle: Moon,
  parked: Hourglass,
  undelivered: Hourglass,
  agent_gone: CircleX,
  start_failed: CircleX,
  gateway_stopped: CircleX,
  not_trusted: CircleX,
} satisfies Record<EndReason, LucideIcon>;
