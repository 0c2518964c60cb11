// For a browser that the gateway does not know, or knows no longer.
import type { Connection } from '@beckon/protocol';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { PasteLink } from './PasteLink.tsx';

/** `why` is the gateway's own sentence, with what to do. */
export function SignedOut({ why }: { why: string }) {
  const { retryConnection } = useBeckon();
  const connection = useBeckonState((state) => state.connection);
  // What was known at the press: the gateway's reply to it takes its place.
  const [pressedAt, setPressedAt] = useState<Connection>();
  const isTrying = pressedAt !== undefined && (pressedAt === connection || connection.state === 'connecting');
  return (
    <main className="mx-auto flex h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <KeyRound aria-hidden className="size-8 text-muted" />
      <h1 className="text-lg font-semibold">Sign in to go on</h1>
      <p className="max-w-full text-balance break-words text-muted">{withCommands(why)}</p>
      <Button
        isBusy={isTrying}
        onClick={() => {
          setPressedAt(connection);
          retryConnection();
        }}
      >
        Try again
      </Button>
      <PasteLink />
      <p role="status" className="min-h-5 text-sm text-muted">
        {pressedAt && !isTrying && 'Tried again: still not signed in.'}
      </p>
    </main>
  );
}

/** What is quoted in the gateway's sentence is a command to type: it stands by itself. */
function withCommands(why: string): ReactNode[] {
  return why.split(/[“”]/).map((part, index) =>
    index % 2 === 0 ? (
      part.replace(/^\.$/, '')
    ) : (
      <code
        key={part}
        className="mt-3 block rounded-lg border border-line bg-panel px-3 py-2 text-left text-sm break-words whitespace-pre-wrap text-ink"
      >
        {part}
      </code>
    ),
  );
}
