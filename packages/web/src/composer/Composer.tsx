// Where a person writes to the agent. While the agent waits for an answer, they are shown the way to that, too.
import type { Session } from '@beckon/protocol';
import { ArrowUp, Play, SquareTerminal } from 'lucide-react';
import { useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { BackToAsk } from '../dock/BackToAsk.tsx';
import { DockContext } from '../dock/useDock.ts';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useSending } from '../elements/useSending.ts';
import { useBeckon } from '../store/BeckonContext.tsx';
import { useDraft } from '../store/drafts.ts';
import { InterruptButton, useInterrupt } from './InterruptButton.tsx';
import { PromptField } from './PromptField.tsx';
import { attachables, emptyDraft, isEmptyDraft, toPrompt, withOnly } from './promptDraft.ts';
import { messageFieldId } from './usePrefill.ts';
import { OpenMenu, QueuedMessages } from './TerminalNotes.tsx';

export function Composer({ session }: { session: Session }) {
  const dock = useContext(DockContext);
  const interrupt = useInterrupt(session);
  const isWorking = session.state === 'assistant_turn' || session.queued !== undefined;
  const interruptButton = isWorking && interrupt && <InterruptButton interrupt={interrupt} />;
  const [isMenuShown, setIsMenuShown] = useState(false);
  const askId = dock?.front?.id;
  const backToAsk = askId === undefined ? undefined : () => dock?.show(askId);

  function noteSent(text: string) {
    setIsMenuShown(text.startsWith('/'));
    backToAsk?.();
  }

  return (
    <div
      onFocus={({ target }) => dock?.noteField(target.id === messageFieldId)}
      onBlur={() => dock?.noteField(false)}
      className="border-t border-line bg-canvas pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto max-w-3xl space-y-2 px-4">
        {interrupt?.error && <Problem>{interrupt.error.message}</Problem>}
        <QueuedMessages session={session} />
        <OpenMenu session={session} isShown={isMenuShown} onShow={setIsMenuShown} />
        {dock && <BackToAsk dock={dock} cwd={session.cwd} />}
        {session.abilities.includes('message') ? (
          <MessageField
            session={session}
            onSent={noteSent}
            // What waits is not to be interrupted by a key that is meant to lead back to it.
            onEscape={backToAsk ?? (() => isWorking && void interrupt?.run())}
            interruptButton={interruptButton}
          />
        ) : (
          <TypeElsewhere session={session}>{interruptButton}</TypeElsewhere>
        )}
      </div>
    </div>
  );
}

interface MessageFieldProps {
  session: Session;
  onSent: (text: string) => void;
  onEscape: () => void;
  interruptButton: ReactNode;
}

function MessageField({ session, onSent, onEscape, interruptButton }: MessageFieldProps) {
  const { transport } = useBeckon();
  const [draft, setDraft] = useDraft('prompts', session.id, emptyDraft);
  const takes = attachables(session.abilities);
  const sent = withOnly(draft, takes);
  const sending = useSending(async (clientKey) => {
    await transport.sendMessage(session.id, { content: toPrompt(sent), clientKey });
    onSent(sent.text.trim());
    // What was typed while it was sent stays.
    setDraft((current) => (current === draft ? emptyDraft : current));
  });
  const resuming = useSending((clientKey) => transport.sendMessage(session.id, { content: 'Continue.', clientKey }));
  // An answer that waits for an agent brings one back by itself, and its card says why that has not worked yet.
  const isOver = session.state === 'dead' && session.end?.reason !== 'undelivered';
  const canResume = isOver && session.end !== undefined && session.end.reason !== 'idle';
  const isEmpty = isEmptyDraft(sent);
  const isInTerminal = session.abilities.includes('pane');
  const isForShell = isInTerminal && /^\s*!\s*\S/.test(sent.text) && sent.files.length === 0;
  const isLikeMemory = isInTerminal && /^\s*#/.test(sent.text);

  return (
    <>
      {isOver && <EndNote session={session} />}
      {(sending.error ?? resuming.error) && <Problem>Not sent. {(sending.error ?? resuming.error)?.message}</Problem>}
      <PromptField
        fieldId={messageFieldId}
        label="Message to the agent"
        placeholder={placeholderFor(session)}
        draft={draft}
        takes={takes}
        onChange={setDraft}
        onSend={() => !isEmpty && void sending.run()}
        onEscape={onEscape}
      >
        {isForShell ? (
          <span className="min-w-0 text-xs text-waiting">Runs in its shell at once: nobody is asked</span>
        ) : isLikeMemory ? (
          <span className="min-w-0 text-xs text-muted">Sent as a message: # keeps nothing in memory</span>
        ) : (
          session.state === 'assistant_turn' &&
          !isEmpty && <span className="truncate text-xs text-muted">Queued behind what it does</span>
        )}
        {interruptButton}
        {canResume && isEmpty && (
          <Button isBusy={resuming.isRunning} onClick={() => void resuming.run()}>
            {!resuming.isRunning && <Play aria-hidden className="size-4" />}
            Resume
          </Button>
        )}
        <Button look="primary" isBusy={sending.isRunning} disabled={isEmpty} onClick={() => void sending.run()}>
          {!sending.isRunning && <ArrowUp aria-hidden className="size-4" />}
          {isForShell ? 'Run' : 'Send'}
        </Button>
      </PromptField>
    </>
  );
}

/** For an agent that only its own terminal can talk to. */
function TypeElsewhere({ session, children }: { session: Session; children: ReactNode }) {
  const words =
    session.state === 'dead'
      ? 'This session was started in a terminal of yours, and has ended there.'
      : 'This session was started in a terminal of yours. Type there; asks can be answered here.';
  return (
    <div className="flex items-center gap-3 rounded-xl border border-line bg-raised px-3 py-2 text-sm text-muted">
      <SquareTerminal aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p>{words}</p>
        <EndNote session={session} />
      </div>
      {children}
    </div>
  );
}

/** Why there is no agent, where there is more to say than the header does. */
function EndNote({ session: { end } }: { session: Session }) {
  if (end?.message === undefined) return null;
  return <p className="text-sm break-words text-muted">{end.message}</p>;
}

function placeholderFor({ state, abilities, past }: Session): string {
  if (past) return 'Go on with it: a message brings it into Beckon';
  if (state === 'dead') return 'A message brings it back';
  if (state === 'user_turn' && abilities.includes('pane')) return 'Write to the agent, or /, !, @';
  return state === 'user_turn' ? 'Write to the agent' : 'Write ahead for when it is done';
}
