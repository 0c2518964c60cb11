// Ends the agent and takes the session off the list, once confirmed.
import type { Session } from '@beckon/protocol';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

export function RemoveSession({ session }: { session: Session }) {
  const { transport } = useBeckon();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useAction(async () => {
    await transport.deleteSession(session.id);
    navigate('/');
  });
  return (
    <>
      <button
        type="button"
        title="End and remove this session"
        onClick={() => setIsAsking(true)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-danger-soft hover:text-danger pointer-coarse:size-11"
      >
        <Trash2 aria-hidden className="size-4.5" />
        <span className="sr-only">End and remove this session</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title="End and remove this session?"
          confirmLabel="End and remove"
          isBusy={remove.isRunning}
          error={remove.error}
          onConfirm={() => void remove.run()}
          onCancel={() => setIsAsking(false)}
        >
          The agent stops, whatever it is doing, and the session leaves the list. Files that it changed stay as they
          are.
        </ConfirmDialog>
      )}
    </>
  );
}
