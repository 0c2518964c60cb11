// A folder would run or grant things by itself: all of them, word for word, and the ways to open it or not.
import type { AskOf } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import { Disclosure } from '../elements/Disclosure.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { PathText } from '../text/PathText.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
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

function TrustButtons({ inHand, hasUnread }: { inHand: AskInHand<TrustAsk>; hasUnread: boolean }) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const sent = isSubmitting ? submission?.answer : undefined;
  const isWithout = sent?.type === 'approve' && sent.withoutSettings === true;
  return (
    <AskFoot>
      <div className="space-y-2">
        <div className="flex flex-wrap gap-2">
          <DecidingButton
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
            look="dangerQuiet"
            className="max-sm:w-full"
            isBusy={sent?.type === 'deny'}
            disabled={isSubmitting}
            onClick={() => answer({ type: 'deny' })}
          >
            Don’t open
          </DecidingButton>
        </div>
        <p className="text-xs text-muted">You are asked again when any of this changes.</p>
      </div>
    </AskFoot>
  );
}
