// Nothing waits: says so, and what the agents are doing meanwhile.
import type { Session } from '@beckon/protocol';
import { sessionsInOrder } from '@beckon/protocol';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { OutOfReach } from '../connection/OutOfReach.tsx';
import { buttonClasses } from '../elements/Button.tsx';
import { SessionRow } from '../session-list/SessionRow.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { count } from '../text/words.ts';

export function AllClear() {
  const working = useSessionsAtWork();
  const isKnown = useBeckonState(({ view }) => view.epoch !== undefined);
  if (!isKnown) return <OutOfReach />;
  return (
    <div className="space-y-6 py-10 text-center">
      <div>
        <CircleCheck aria-hidden className="mx-auto size-8 text-done" />
        <h2 className="mt-2 text-lg font-semibold tracking-tight">All clear</h2>
        <p className="mt-1 text-sm text-muted">
          Nothing waits for you. {working.length === 0 ? 'No agent is at work.' : `${agents(working.length)} at work:`}
        </p>
      </div>
      {working.length === 0 ? (
        <p>
          <Link href="/new" className={buttonClasses('secondary')}>
            Start a session
          </Link>
        </p>
      ) : (
        <ul className="space-y-1 text-left">
          {working.map((session) => (
            <li key={session.id}>
              <SessionRow session={session} isCurrent={false} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function agents(number: number): string {
  return `${count(number, 'agent')} ${number === 1 ? 'is' : 'are'}`;
}

function useSessionsAtWork(): Session[] {
  const sessions = useBeckonState(({ view }) => view.sessions);
  const asks = useBeckonState(({ view }) => view.asks);
  return useMemo(
    () => sessionsInOrder({ sessions, asks }).filter(({ state }) => state === 'assistant_turn' || state === 'starting'),
    [sessions, asks],
  );
}
