// For a browser that the gateway does not know, or knows no longer.
import { KeyRound } from 'lucide-react';
import { Button } from '../elements/Button.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';

/** `why` is the gateway's own sentence, with what to do. */
export function SignedOut({ why }: { why: string }) {
  const { retryConnection } = useBeckon();
  return (
    <main className="mx-auto flex h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <KeyRound aria-hidden className="size-8 text-muted" />
      <h1 className="text-lg font-semibold">Sign in to go on</h1>
      <p className="text-balance text-muted">{why}</p>
      <Button onClick={retryConnection}>Try again</Button>
    </main>
  );
}
