// Everything that waits, over all sessions: what needs its person, oldest first; below it what was answered and is not
// done; folded away, what is over.
import type { Ask } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import { Keyboard, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { askElementId } from '../asks/AskFrame.tsx';
import { Button, buttonClasses } from '../elements/Button.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { PageHeader } from '../elements/PageHeader.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { count, moreWait } from '../text/words.ts';
import { alikeAsks } from './alike.ts';
import { AllClear } from './AllClear.tsx';
import { InboxItem } from './InboxItem.tsx';
import { goToFirstOpen, handleInboxKey, type Typing } from './inboxKeys.ts';
import { inboxSections } from './inboxSections.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { LandingNote } from './LandingNote.tsx';
import { LatestAnswer } from './LatestAnswer.tsx';
import { useGrowing } from './useGrowing.ts';
import { useLanding } from './useLanding.ts';
import { useOverAsks } from './useOverAsks.ts';

export default function InboxPage() {
  const unfinished = useBeckonState(({ view }) => view.asks);
  const { needsYou, underWay, surprises, over } = inboxSections(unfinished, useOverAsks());
  const moreAsks = useBeckonState(({ view }) =>
    Object.values(view.sessions).reduce((sum, session) => sum + (session.moreAsks ?? 0), 0),
  );
  const [isHelpShown, setIsHelpShown] = useState(false);
  const list = useInboxKeys(() => setIsHelpShown(true));
  const open = needsYou.filter(isOpen).length;
  useNextAfterAnswer(list, needsYou);
  const landing = useLanding(list, unfinished);
  return (
    <section aria-labelledby="inbox" className="flex h-full flex-col">
      <PageHeader id="inbox" title="Inbox">
        <Button look="quiet" onClick={() => setIsHelpShown(true)} className="pointer-coarse:hidden">
          <Keyboard aria-hidden className="size-4" />
          Keys
        </Button>
        <Link href="/new" className={`${buttonClasses('secondary')} wide:hidden`}>
          <Plus aria-hidden className="size-4" />
          New session
        </Link>
      </PageHeader>
      <div ref={list} className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl space-y-6 px-3 py-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] wide:px-4">
          {landing.over && <LandingNote ask={landing.over} />}
          {needsYou.length === 0 && <AllClear />}
          <Section
            title={open === 0 ? 'Answered just now' : `Needs you · ${open}`}
            asks={needsYou}
            wanted={landing.wanted}
            note={moreAsks > 0 ? moreWait(moreAsks) : undefined}
          />
          <Section title="Answered, not delivered yet" asks={underWay} />
          <Section title="Look at these" asks={surprises} />
          {over.length > 0 && (
            <Disclosure
              summary={<span className="text-sm text-muted">{`${count(over.length, 'ask')} answered lately`}</span>}
            >
              <div className="pt-3">
                <Cards asks={over} />
              </div>
            </Disclosure>
          )}
        </div>
      </div>
      <LatestAnswer asks={needsYou} />
      {isHelpShown && <KeyHelp onClose={() => setIsHelpShown(false)} />}
    </section>
  );
}

interface SectionProps {
  title: string;
  asks: Ask[];
  /** The ask that is to be drawn however far down it is. */
  wanted?: string | undefined;
  note?: string | undefined;
}

function Section({ title, asks, wanted, note }: SectionProps): ReactNode {
  if (asks.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap gap-x-1.5 px-1 text-xs text-muted">
        <h2 className="font-semibold tracking-wide">{title}</h2>
        {note !== undefined && <p>{note}</p>}
      </div>
      <Cards asks={asks} wanted={wanted} />
    </section>
  );
}

function Cards({ asks, wanted }: Pick<SectionProps, 'asks' | 'wanted'>) {
  const { shown, end } = useGrowing(asks.length, asks.findIndex(({ id }) => id === wanted) + 1);
  const drawn = asks.slice(0, shown);
  const alike = alikeAsks(drawn);
  return (
    <>
      <ul className="space-y-5">
        {drawn.map((ask) => (
          <li key={ask.id} className="scroll-mt-3">
            <InboxItem ask={ask} alike={alike.get(ask.id)} />
          </li>
        ))}
      </ul>
      {shown < asks.length && (
        <p ref={end} className="py-4 text-center text-sm text-muted">
          {count(asks.length - shown, 'more ask')} below
        </p>
      )}
    </>
  );
}

function useInboxKeys(showHelp: () => void) {
  const list = useRef<HTMLDivElement>(null);
  const show = useRef(showHelp);
  const typing = useRef<Typing>({ inVainAt: -Infinity });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !list.current) return;
      const isHelp =
        event.key === '?' && !(event.target instanceof HTMLElement && event.target.matches('input,textarea'));
      if (isHelp) show.current();
      if (isHelp || handleInboxKey(list.current, event, typing.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return list;
}

/** Whoever answers the card that has the focus goes on to the next, also where the answered one left the list at once. */
function useNextAfterAnswer(list: ReturnType<typeof useInboxKeys>, asks: Ask[]): void {
  const focused = useRef<string>(undefined);
  const listed = useRef<Ask[]>([]);
  useEffect(() => {
    const note = () => {
      const card = document.activeElement?.closest('article');
      // Where the pressed button goes with the answer, its card takes the focus, and is not open any more.
      if (card && card.id === focused.current) return;
      focused.current = card?.matches('[data-ask-state=open]') ? card.id : undefined;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const before = listed.current.map(({ id }) => askElementId(id));
    listed.current = asks;
    const left = before.findIndex((id) => id === focused.current);
    const isOpenStill = asks.some((ask) => isOpen(ask) && askElementId(ask.id) === focused.current);
    if (left < 0 || isOpenStill || !list.current) return;
    focused.current = undefined;
    // Its person may have gone elsewhere meanwhile, and stays there.
    const { activeElement } = document;
    const isStillThere = activeElement === document.body || activeElement?.closest('article')?.id === before[left];
    if (isStillThere) goToFirstOpen(list.current, [...before.slice(left + 1), ...before.slice(0, left)]);
  }, [asks, list]);
}
