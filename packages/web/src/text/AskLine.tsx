// What is asked, in the room of one line, with how much of its file a call would change: as signs for those who see them, in
// words for those who hear them. The size stays in view where the rest is cut off.
import type { Ask } from '@beckon/protocol';
import { changeSigns, changeWords, headline } from '@beckon/protocol';
import { OneLine } from './OneLine.tsx';

export function AskLine({ ask, cwd }: { ask: Ask; cwd: string | undefined }) {
  const line = <OneLine text={headline(ask, cwd)} />;
  if (!ask.file?.lines) return line;
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="min-w-0">{line}</span>
      <span className="shrink-0">
        <ChangeCount ask={ask} />
      </span>
    </span>
  );
}

/** Nothing where it is not known. */
export function ChangeCount({ ask }: { ask: Ask }) {
  const lines = ask.file?.lines;
  if (!lines) return null;
  return (
    <>
      <span aria-hidden className="font-normal whitespace-nowrap tabular-nums">
        {changeSigns(lines)}
      </span>
      <span className="sr-only">, {changeWords(lines)}</span>
    </>
  );
}
