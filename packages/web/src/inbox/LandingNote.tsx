// What a notification led to waits no longer: who was first, and where it stands.
import type { Ask } from '@beckon/protocol';
import { answererText, headline, revealText, withdrawalReasonTexts } from '@beckon/protocol';
import { Link } from 'wouter';
import { useSession } from '../store/BeckonContext.tsx';

export function LandingNote({ ask }: { ask: Ask }) {
  const asked = headline(ask, useSession(ask.sessionId)?.cwd);
  return (
    <p role="status" className="rounded-lg border border-line bg-panel px-3 py-2 text-sm">
      “{revealText(asked)}” waits no longer. {whatCame(ask)}{' '}
      <Link href={`/sessions/${ask.sessionId}`} className="underline">
        Open its session
      </Link>
    </p>
  );
}

function whatCame({ answeredBy, withdrawalReason }: Ask): string {
  if (answeredBy) return `It was answered ${answererText(answeredBy)}.`;
  return withdrawalReason ? withdrawalReasonTexts[withdrawalReason] : '';
}
