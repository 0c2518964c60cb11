// The answer that was given last, on whichever device, for as long as it can be taken back: its card may be out of sight.
import type { Ask } from '@beckon/protocol';
import { answererText, kindOf } from '@beckon/protocol';
import { askElementId } from '../asks/AskFrame.tsx';
import { DeliveryWords } from '../asks/DelayedNote.tsx';
import { TakeBack } from '../asks/TakeBack.tsx';
import { useSession } from '../store/BeckonContext.tsx';
import { AskLine } from '../text/AskLine.tsx';

export function LatestAnswer({ asks }: { asks: readonly Ask[] }) {
  const [latest] = asks
    .filter(({ phase }) => phase === 'delayed')
    .toSorted(({ answeredAt: a = 0 }, { answeredAt: b = 0 }) => b - a);
  return latest ? <Latest ask={latest} /> : null;
}

/** For example "Answered on Firefox on Linux: approve". */
function answerWords(ask: Ask): string {
  const { answer, answeredBy } = ask;
  const wish = answer && kindOf(ask).words.wish(answer, (mode) => mode);
  return `Answered${answeredBy ? ` ${answererText(answeredBy)}` : ''}${wish === undefined ? '' : `: ${wish}`}`;
}

function Latest({ ask }: { ask: Ask }) {
  const cwd = useSession(ask.sessionId)?.cwd;
  // It waits again: whoever took it back looks at it.
  const goThere = () => document.getElementById(askElementId(ask.id))?.focus();
  return (
    <aside
      aria-label="Latest answer"
      data-latest
      className="border-t border-line bg-panel px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] wide:px-4"
    >
      <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <p className="min-w-0 flex-1 basis-40">
          <AskLine ask={ask} cwd={cwd} />
          <span className="block text-xs text-muted">
            {answerWords(ask)} · <DeliveryWords ask={ask} />
          </span>
        </p>
        <TakeBack ask={ask} words="Take back" look="secondary" onTakenBack={goThere} />
      </div>
    </aside>
  );
}
