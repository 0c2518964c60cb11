// A folder would run or grant things by itself: all of them, word for word, and the ways to open it or not.
import type { Ask, AskOf } from '@beckon/protocol';
import { comesBeforeAgent, isOpen, kindOf } from '@beckon/protocol';
import { RefreshCw } from 'lucide-react';
import { Disclosure } from '../elements/Disclosure.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { PathText } from '../text/PathText.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { count } from '../text/words.ts';
import { Reading, useReading } from '../tools/reading.tsx';
import { AskFrame } from './AskFrame.tsx';
import { AskFoot } from './docked.tsx';
import { TrustItems } from './TrustItems.tsx';
import type { AskInHand } from './useAsk.ts';
import { useAsk } from './useAsk.ts';

type TrustAsk = AskOf<'trust'>;

export function TrustForm({ ask: given }: { ask: TrustAsk }) {
  const inHand = useAsk(given);
  const { ask } = inHand;
  const { hasUnread, onPart } = useReading();
  return (
    <AskFrame inHand={inHand} form={<TrustButtons inHand={inHand} hasUnread={hasUnread} />}>
      {isOpen(ask) ? (
        <>
          {ask.comesAgain && <Again why={again[ask.comesAgain]} />}
          <p className="text-sm">
            <Situation ask={ask} />
          </p>
          <Reading onPart={onPart}>
            <TrustItems items={ask.items} />
          </Reading>
        </>
      ) : (
        <>
          <p className="font-mono text-sm font-medium">
            <PathText path={ask.folder} />
          </p>
          {ask.items.length > 0 && (
            <Disclosure summary={<span className="text-sm">What it would run</span>}>
              <TrustItems items={ask.items} />
            </Disclosure>
          )}
        </>
      )}
    </AskFrame>
  );
}

function Situation({ ask: { items, lastDecidedAt } }: { ask: TrustAsk }) {
  if (items.length === 0) {
    return 'Claude wants to know before it works here. The folder runs nothing by itself and grants nothing.';
  }
  if (lastDecidedAt === undefined) {
    return 'An agent in this folder runs or is granted the following by itself, without asking you. Nothing of it has run yet.';
  }
  return (
    <>
      What this folder runs or grants by itself has changed since you decided about it (
      <RelativeTime at={lastDecidedAt} />
      ). An agent that you start now runs none of it before you answer; one that runs there already may use files that
      have changed.
    </>
  );
}

const again: Record<NonNullable<TrustAsk['comesAgain']>, string> = {
  changed_while_open:
    'This folder has changed while it waited for you, so this card took the place of the one before. What is new or gone is marked.',
  changed_before_answer:
    'You answered, but the folder had changed before your answer counted, so you are asked again. What is new or gone is marked.',
};

function Again({ why }: { why: string }) {
  return (
    <p className="flex items-start gap-2 rounded-lg bg-waiting-soft px-3 py-2 text-sm text-waiting">
      <RefreshCw aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{why}</span>
    </p>
  );
}

/** How many other sessions wait for the same answer. */
function useOthers(own: TrustAsk): number {
  const isSame = (ask: Ask) => comesBeforeAgent(ask) && isOpen(ask) && shownBy(ask) === shownBy(own);
  return useBeckonState(({ view }) => view.asks.filter((ask) => ask.id !== own.id && isSame(ask)).length);
}

function shownBy(ask: Ask): string {
  return JSON.stringify(kindOf(ask).shows(ask));
}

function TrustButtons({ inHand, hasUnread }: { inHand: AskInHand<TrustAsk>; hasUnread: boolean }) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const sent = isSubmitting ? submission?.answer : undefined;
  const isWithout = sent?.type === 'approve' && sent.withoutSettings === true;
  const others = useOthers(ask);
  return (
    <AskFoot>
      <div className="space-y-2">
        <div data-choices className="flex flex-wrap gap-2">
          <DecidingButton
            aria-keyshortcuts="a"
            // One key never trusts: it brings the focus here, and Enter is the other.
            data-press="focus"
            className="max-sm:w-full"
            isBusy={sent?.type === 'approve' && !isWithout}
            disabled={isSubmitting}
            whyNot={hasUnread ? 'Open what is folded away first' : undefined}
            onClick={() => answer({ type: 'approve' })}
          >
            Trust
          </DecidingButton>
          {ask.items.length > 0 && (
            <DecidingButton
              look="primary"
              className="max-sm:w-full"
              isBusy={isWithout}
              disabled={isSubmitting}
              onClick={() => answer({ type: 'approve', withoutSettings: true })}
            >
              Work without its settings
            </DecidingButton>
          )}
          <DecidingButton
            aria-keyshortcuts="d"
            look="dangerQuiet"
            className="max-sm:w-full"
            isBusy={sent?.type === 'deny'}
            disabled={isSubmitting}
            onClick={() => answer({ type: 'deny' })}
          >
            Don’t open
          </DecidingButton>
        </div>
        {hasUnread && <p className="text-xs text-muted">Part of this is folded away. Open it to trust the folder.</p>}
        <p className="text-xs text-muted">
          {others > 0 && `${count(others, 'other session')} ${others === 1 ? 'waits' : 'wait'} here for the same: `}
          {others > 0 && `${others === 1 ? 'it opens' : 'they open'} with this one, unless you don’t open it. `}
          You are asked again when any of this changes.
        </p>
      </div>
    </AskFoot>
  );
}
