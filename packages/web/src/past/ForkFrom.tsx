// The way to another session that has this one's conversation as far as a message.
import { GitFork } from 'lucide-react';
import { useLocation } from 'wouter';
import { useAction } from '../elements/useAction.ts';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';

export default function ForkFrom({ sessionId, messageId }: { sessionId: string; messageId: string }) {
  const { transport, pastChanged } = useBeckon();
  const [, navigate] = useLocation();
  const fork = useAction(async () => {
    const { id } = await transport.forkSession(sessionId, { messageId });
    pastChanged();
    navigate(`/sessions/${id}`);
  });
  return (
    <>
      <button
        type="button"
        aria-busy={fork.isRunning}
        onClick={() => void fork.run()}
        className="inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-xs text-muted hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
      >
        {fork.isRunning ? <Spinner className="size-3.5" /> : <GitFork aria-hidden className="size-3.5" />}
        Fork from here
      </button>
      {fork.error && <Problem>{fork.error.message}</Problem>}
    </>
  );
}
