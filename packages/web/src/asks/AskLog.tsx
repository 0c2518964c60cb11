// The life of one ask, step by step, for those who want to know: where it was shown and seen, who answered, when the
// agent got that and when its result came.
import type { Ask, LogEntry } from '@beckon/protocol';
import { askEntryText, BeckonError } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { Disclosure } from '../elements/Disclosure.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function AskLog({ ask }: { ask: Ask }) {
  return (
    // A phone's buttons are high; this one need not stand apart as well.
    <Disclosure className="-mb-1 pointer-coarse:-my-2" summary={<span className="text-xs text-muted">Log</span>}>
      <Steps ask={ask} />
    </Disclosure>
  );
}

function Steps({ ask }: { ask: Ask }) {
  const { log, error } = useAskLog(ask);
  if (error) return <Problem>The log could not be read. {error.message}</Problem>;
  if (!log) return <Spinner className="ml-5.5 size-4 animate-late text-muted" />;
  return (
    <ol className="space-y-1.5 pb-1 pl-5.5 text-xs">
      {withoutEarlierTries(log).map((entry) => (
        <li key={entry.number} className="flex flex-wrap gap-x-3">
          <Moment at={entry.at} />
          <span className="min-w-0 flex-1 basis-48 break-words">
            <VisibleText text={askEntryText(entry)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Of tries to deliver that failed one after another the last one says it all, and how many there were. */
function withoutEarlierTries(log: LogEntry[]): LogEntry[] {
  const isFailedTry = (entry: LogEntry | undefined) => entry?.type === 'ask_delivery_failed';
  return log.filter((entry, index) => !isFailedTry(entry) || !isFailedTry(log[index + 1]));
}

/** Read again with every step that the ask takes. */
function useAskLog(ask: Ask): { log: LogEntry[] | undefined; error: BeckonError | undefined } {
  const { transport } = useBeckon();
  const [log, setLog] = useState<LogEntry[]>();
  const [error, setError] = useState<BeckonError>();
  useEffect(() => {
    let isWanted = true;
    async function load() {
      try {
        const read = await transport.getAsk(ask.id);
        if (!isWanted) return;
        setLog(read.log);
        setError(undefined);
      } catch (thrown) {
        if (isWanted) setError(BeckonError.from(thrown));
      }
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [transport, ask]);
  return { log, error };
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** With the day, where that was another than today. */
function Moment({ at }: { at: number }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time dateTime={date.toISOString()} className="shrink-0 text-muted tabular-nums">
      {(isToday ? time : dateAndTime).format(date)}
    </time>
  );
}
