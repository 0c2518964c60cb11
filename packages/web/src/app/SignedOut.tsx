// For a browser that the gateway does not know.
import { KeyRound } from 'lucide-react';
import { Button } from '../elements/Button.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';

export function SignedOut() {
  const { retryConnection } = useBeckon();
  return (
    <main className="mx-auto flex h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <KeyRound aria-hidden className="size-8 text-muted" />
      <h1 className="text-lg font-semibold">This browser is not signed in.</h1>
      <p className="text-muted">
        Open the link that <code className="rounded bg-raised px-1.5 py-0.5 font-mono text-sm text-ink">beckon</code>{' '}
        printed in the terminal.
      </p>
      <Button onClick={retryConnection}>Try again</Button>
    </main>
  );
}
