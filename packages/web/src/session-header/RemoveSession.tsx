// Ends the agent and takes the session off the list, once confirmed; one in a terminal of the person's own is only forgotten.
import type { PastInfo, Session } from '@beckon/protocol';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

export function RemoveSession({ session }: { session: Session }) {
  const { transport, pastChanged } = useBeckon();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const isElsewhere = runsElsewhere(session);
  const { past } = session;
  const deed = past ? pastDeed(past) : isElsewhere ? 'Forget' : 'End and remove';
  const label = past ? pastLabel(past) : `${deed} this session`;
  const remove = useAction(async () => {
    await transport.deleteSession(session.id, past && { from: past.place === 'trash' ? 'trash' : 'past' });
    if (past) pastChanged();
    // Whoever looks through past sessions goes on with that, whatever waits.
    navigate(past ? '/sessions' : '/');
  });
  return (
    <>
      <button
        type="button"
        title={label}
        onClick={() => setIsAsking(true)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-danger-soft hover:text-danger pointer-coarse:size-11"
      >
        <Trash2 aria-hidden className="size-4.5" />
        <span className="sr-only">{label}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`${label}?`}
          confirmLabel={deed}
          isBusy={remove.isRunning}
          error={remove.error}
          onConfirm={() => void remove.run()}
          onCancel={() => setIsAsking(false)}
        >
          {past
            ? pastMeaning(past)
            : isElsewhere
              ? 'It leaves the list. Its agent goes on in your own terminal, and it comes back here when that agent reports again.'
              : 'The agent stops, whatever it is doing, and the session leaves the list. Files that it changed stay as they are.'}
        </ConfirmDialog>
      )}
    </>
  );
}

function pastDeed({ place }: PastInfo): string {
  return place === 'trash' ? 'Delete for good' : 'Move to the trash';
}

function pastLabel({ place }: PastInfo): string {
  return place === 'trash' ? 'Delete this session for good' : 'Move this session to the trash';
}

function pastMeaning({ place }: PastInfo): string {
  return place === 'trash'
    ? 'What the agent has kept of this conversation is deleted, and cannot be brought back. Files that it changed stay as they are.'
    : 'It leaves the list, here and in the agent’s own. It can be restored from the trash.';
}

/** An agent that runs and that Beckon can only answer is in a terminal of the person's own. */
function runsElsewhere({ state, abilities }: Session): boolean {
  return state !== 'dead' && !abilities.includes('message');
}
