// What all asks have in common on the page: a frame that is amber while someone has to answer and emerald once the agent
// has the answer, unless what was approved did not work; says who asks, how far the answer has come and what went wrong.
import { clientKeyOf, hasArrived, headline, isOpen, phases, revealText, spokenHeadline, wayOf } from '@beckon/protocol';
import type { Ask } from '@beckon/protocol';
import { Check, CircleAlert, CircleSlash, Hand, Hourglass, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../store/BeckonContext.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { ChangeCount } from '../text/AskLine.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { AskedBy } from './AskedBy.tsx';
import { AskLog } from './AskLog.tsx';
import { AskNotes } from './AskNotes.tsx';
import { DockedContext } from './docked.tsx';
import { DockedBody } from './DockedBody.tsx';
import { TerminalLink } from './TerminalLink.tsx';
import { UnsentReason } from './UnsentReason.tsx';
import type { AskInHand } from './useAsk.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useSeen } from './useSeen.ts';

export interface AskFrameProps {
  inHand: AskInHand<Ask>;
  /** What is asked; stays when it is answered. */
  children: ReactNode;
  /** The form, while the ask is open. */
  form: ReactNode;
}

export function AskFrame({ inHand, children, form }: AskFrameProps) {
  const { ask, outcome, submission, isSubmitting, problem } = inHand;
  const card = useSeen(ask);
  const cwd = useSession(ask.sessionId)?.cwd;
  const focusHandlers = useKeptFocus(card);
  const progress = isSubmitting
    ? 'Sending your answer…'
    : (outcome?.progress ?? (ask.phase === 'parked' || ask.phase === 'orphaned' ? 'Parked' : undefined));
  const isAnsweredHere = submission !== undefined && submission.clientKey === clientKeyOf(ask.answeredBy);
  const look = outcome?.hasFailed ? looks.failed : lookOf(ask);
  const isDocked = useContext(DockedContext);
  const shown = (
    <>
      <AskedBy ask={ask} />
      {children}
      {outcome?.message !== undefined && (
        <blockquote className="border-l-3 border-line pl-3 text-sm break-words whitespace-pre-wrap">
          <VisibleText text={outcome.message} />
        </blockquote>
      )}
      <AskNotes ask={ask} />
      {!isOpen(ask) && !isAnsweredHere && <UnsentReason ask={ask} />}
      {isOpen(ask) && form}
    </>
  );
  // Where the button was pressed.
  const failure = problem !== undefined && (
    <Problem>
      <p>Your answer did not get through. {problem}</p>
      <p className="mt-2 empty:hidden">
        <TerminalLink sessionId={ask.sessionId} />
      </p>
    </Problem>
  );
  return (
    <article
      ref={card}
      id={askElementId(ask.id)}
      tabIndex={-1}
      {...focusHandlers}
      aria-label={askLabel(ask, spokenHeadline(ask, cwd))}
      data-ask-state={ask.state}
      className={`animate-arrive scroll-m-4 overflow-hidden rounded-xl border ${fade} ${look.frame} ${isDocked ? 'flex min-h-0 flex-auto flex-col' : ''}`}
    >
      <header className={`flex shrink-0 flex-wrap items-start gap-2 px-4 py-2.5 ${fade} ${look.head}`}>
        <span className="flex h-5 shrink-0 items-center">
          {isSubmitting || isMoving(ask) ? (
            <Spinner className="size-4.5" />
          ) : (
            <look.Icon aria-hidden className={`size-4.5 ${look.icon}`} />
          )}
        </span>
        <div role="status" className={`min-w-0 flex-1 basis-40 text-sm break-words ${isDocked ? 'line-clamp-2' : ''}`}>
          {/* What became of it takes the place of what was asked, which then stands below. */}
          <h2 className={`inline ${ask.phase === 'withdrawn' ? 'font-normal' : 'font-semibold'}`}>
            {outcome ? outcome.headline : <VisibleText text={headline(ask, cwd)} />}
          </h2>
          {!outcome && ask.file?.lines && (
            <>
              {' '}
              <ChangeCount ask={ask} />
            </>
          )}
          {progress !== undefined && <span> · {progress}</span>}
        </div>
        <span className="shrink-0 text-xs leading-5 text-muted">
          <RelativeTime at={ask.createdAt} />
        </span>
      </header>
      {isDocked ? (
        <DockedBody underFoot={failure}>
          {shown}
          <AskLog ask={ask} />
        </DockedBody>
      ) : (
        <div className="space-y-3 px-4 py-3">
          {shown}
          {failure}
          <AskLog ask={ask} />
        </div>
      )}
    </article>
  );
}

/**
 * From amber to emerald. Brief, and without the text's colour, which every element inside inherits: each frame is painted
 * anew while the agent needs the processor to go on.
 */
const fade = 'transition-[background-color,border-color] duration-200';

/** Where the page can scroll to. */
export function askElementId(askId: string): string {
  return `ask-${askId}`;
}

/** What it is called: what is asked, and how that stands. */
function askLabel(ask: Ask, asked: string): string {
  return `${revealText(asked)}: ${phases[ask.phase].words.toLowerCase()}`;
}

/** Something is under way that will change the card by itself. */
function isMoving({ phase }: Ask): boolean {
  return phase === 'delayed' || phase === 'held' || phase === 'handed';
}

function lookOf(ask: Ask) {
  switch (ask.phase) {
    case 'waiting':
    case 'parked':
    case 'orphaned':
      return looks.waiting;
    case 'delayed':
    case 'held':
    case 'undelivered':
      return looks.onItsWay;
    case 'handed':
      return hasArrived(ask) ? endingLook(ask) : looks.onItsWay;
    case 'done':
      return endingLook(ask);
    case 'contradicted':
    case 'unknown':
      return looks.unknown;
    case 'withdrawn':
      return looks.ended;
  }
}

/** An orphan's call never runs, whatever its agent makes of the answer. */
function endingLook(ask: Ask) {
  return ask.answer?.type === 'deny' || wayOf(ask) === 'told' ? looks.ended : looks.done;
}

const looks = {
  waiting: {
    Icon: Hand,
    icon: 'animate-beckon text-waiting',
    frame: 'border-waiting-line bg-panel shadow-sm',
    head: 'bg-waiting-soft text-waiting',
  },
  onItsWay: {
    Icon: Hourglass,
    icon: 'text-muted',
    frame: 'border-edge bg-panel',
    head: 'bg-raised text-ink',
  },
  unknown: {
    Icon: TriangleAlert,
    icon: 'text-waiting',
    frame: 'border-waiting-line bg-panel',
    head: 'bg-waiting-soft text-ink',
  },
  done: {
    Icon: Check,
    icon: 'text-done',
    frame: 'border-done-line bg-panel',
    head: 'bg-done-soft text-done',
  },
  failed: {
    Icon: CircleAlert,
    icon: 'text-danger',
    frame: 'border-edge bg-panel',
    head: 'bg-raised text-ink',
  },
  ended: {
    Icon: CircleSlash,
    icon: 'text-muted',
    frame: 'border-line bg-panel',
    head: 'bg-raised text-muted',
  },
};
