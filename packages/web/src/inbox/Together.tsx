// One answer for several asks that are for the very same thing. Each is listed before anything is decided; one that comes
// later is not among them.
import type { Answer, Ask } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckon, useBeckonState, useSession } from '../store/BeckonContext.tsx';
import { OneLine } from '../text/OneLine.tsx';
import { PathText } from '../text/PathText.tsx';
import { count } from '../text/words.ts';

export function Together({ asks }: { asks: Ask[] }) {
  const [listed, setListed] = useState<readonly string[]>();
  if (listed) return <Listed askIds={listed} onBack={() => setListed(undefined)} />;
  return (
    <Button look="quiet" aria-keyshortcuts="t" onClick={() => setListed(asks.map(({ id }) => id))}>
      {count(asks.length, 'ask')} are for the same: answer them together…
    </Button>
  );
}

function Listed({ askIds, onBack }: { askIds: readonly string[]; onBack: () => void }) {
  const { answer } = useBeckon();
  const unfinished = useBeckonState(({ view }) => view.asks);
  const asks = unfinished.filter((ask) => isOpen(ask) && askIds.includes(ask.id));
  if (asks.length === 0) return null;
  const answerAll = (given: Answer) => {
    for (const ask of asks) void answer(ask, given);
    onBack();
  };
  // Another ask, or another file below one of them, has to be seen anew.
  const shown = asks.map(({ id, file }) => `${id} ${file?.version ?? ''}`).join();
  return (
    <section aria-label="Answer together" className="space-y-3 rounded-xl border border-line bg-panel px-4 py-3">
      <p className="text-sm">Each of these asks for the same:</p>
      <ul className="space-y-1 text-sm">
        {asks.map(({ id, sessionId }) => (
          <Asking key={id} sessionId={sessionId} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <DecidingButton look="primary" meaning={`approve ${shown}`} onClick={() => answerAll({ type: 'approve' })}>
          Approve all {asks.length}
        </DecidingButton>
        <DecidingButton meaning={`deny ${shown}`} onClick={() => answerAll({ type: 'deny' })}>
          Deny all {asks.length}
        </DecidingButton>
        {/* Where the focus goes that the button before had, so that a key goes on from here and decides nothing. */}
        <Button look="quiet" autoFocus onClick={onBack}>
          One by one
        </Button>
      </div>
    </section>
  );
}

function Asking({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  return (
    <li className="min-w-0">
      <OneLine text={session?.title ?? 'An older session'} />
      {session && (
        <span className="block text-xs text-muted">
          in <PathText path={session.cwd} />
        </span>
      )}
    </li>
  );
}
