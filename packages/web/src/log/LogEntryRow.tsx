// One entry of the log: when, what in words, and in which session.
import type { LogEntry, LogEntryType } from '@beckon/protocol';
import { askEntryText, entryCallText } from '@beckon/protocol';
import {
  Bot,
  CircleCheck,
  CircleSlash,
  Hand,
  Keyboard,
  KeyRound,
  MessageSquareReply,
  Server,
  TriangleAlert,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { useBeckonState, useSession } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export interface LogEntryRowProps {
  entry: LogEntry;
  /** Then it need not be said which. */
  isOfOneSession: boolean;
}

export const LogEntryRow = memo(function LogEntryRow({ entry, isOfOneSession }: LogEntryRowProps) {
  const { icon: Icon, colour } = lookOf(entry.type);
  const date = new Date(entry.at);
  const call = entryCallText(entry);
  return (
    <li className="flex items-start gap-3 px-3 py-2.5 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <VisibleText text={askEntryText(entry)} />
        </p>
        {call !== undefined && (
          <p className="truncate text-xs text-muted">
            <VisibleText text={call} />
          </p>
        )}
        {!isOfOneSession && entry.sessionId !== undefined && <SessionName sessionId={entry.sessionId} />}
      </div>
      <time
        dateTime={date.toISOString()}
        title={date.toLocaleString()}
        className="shrink-0 text-xs leading-5 text-muted tabular-nums"
      >
        {timeFormat.format(date)}
      </time>
    </li>
  );
});

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function SessionName({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  const mayBeOlder = useBeckonState(({ view }) => view.next !== undefined);
  if (!session && !mayBeOlder) return <p className="truncate text-xs text-muted">in a session that was removed</p>;
  return (
    <p className="truncate text-xs text-muted">
      in{' '}
      <Link href={`/sessions/${sessionId}`} className="hover:text-ink hover:underline">
        {session ? <VisibleText text={session.title} /> : 'an older session'}
      </Link>
    </p>
  );
}

interface Look {
  icon: LucideIcon;
  colour: string;
}

const looks: Partial<Record<LogEntryType, Look>> = {
  ask_opened: { icon: Hand, colour: 'text-waiting' },
  ask_answered: { icon: MessageSquareReply, colour: 'text-accent' },
  ask_settled: { icon: CircleCheck, colour: 'text-done' },
  ask_withdrawn: { icon: CircleSlash, colour: 'text-muted' },
  rule_granted: { icon: KeyRound, colour: 'text-danger' },
  session_mode_chosen: { icon: KeyRound, colour: 'text-muted' },
  session_mode_changed: { icon: KeyRound, colour: 'text-muted' },
  login_code_issued: { icon: KeyRound, colour: 'text-muted' },
  device_signed_in: { icon: KeyRound, colour: 'text-accent' },
  device_renamed: { icon: KeyRound, colour: 'text-muted' },
  device_removed: { icon: KeyRound, colour: 'text-danger' },
  sign_in_failed: { icon: TriangleAlert, colour: 'text-danger' },
  token_rotated: { icon: KeyRound, colour: 'text-danger' },
  folder_decided: { icon: KeyRound, colour: 'text-accent' },
  folder_forgotten: { icon: KeyRound, colour: 'text-muted' },
  pane_typed: { icon: Keyboard, colour: 'text-muted' },
  pane_resized: { icon: Keyboard, colour: 'text-muted' },
};

function lookOf(type: LogEntryType): Look {
  const known = looks[type];
  if (known) return known;
  if (type.startsWith('session_')) return { icon: Bot, colour: 'text-muted' };
  return { icon: type.startsWith('ask_') ? Hand : Server, colour: 'text-muted' };
}
