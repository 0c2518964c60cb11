// Nobody knows whether a call ran: the agent can look. What it is asked is put before the person, who sends it.
import type { Ask } from '@beckon/protocol';
import { headline } from '@beckon/protocol';
import { MessageSquarePlus } from 'lucide-react';
import { usePrefill } from '../composer/usePrefill.ts';
import { Button } from '../elements/Button.tsx';
import { useSession } from '../store/BeckonContext.tsx';

export function UnknownOutcomeNote({ ask }: { ask: Ask }) {
  const session = useSession(ask.sessionId);
  const prefill = usePrefill(ask.sessionId);
  // While something is open, the message field gives way to it.
  const canWrite = session?.abilities.includes('message') && session.asks.length === 0;
  if (!canWrite) return null;
  return (
    <Button onClick={() => prefill(requestToCheck(ask))}>
      <MessageSquarePlus aria-hidden className="size-4" />
      Ask the agent to check…
    </Button>
  );
}

function requestToCheck(ask: Ask): string {
  return (
    `You have my answer to this, and went away before its result was seen: ${headline(ask)}\n` +
    'Please find out whether it ran or is still running, and what it left behind, without running it again, and tell me.'
  );
}
