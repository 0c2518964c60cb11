// An input of which long fields have lost their middles: field by field as they are, each cut where it was cut.
import type { Cut, JsonObject } from '@beckon/protocol';
import { foldText } from '../elements/foldText.ts';
import { LongText } from '../elements/LongText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { byteSize } from '../text/words.ts';
import { Fields } from './Fields.tsx';

export function CutInput({ input, cuts }: { input: JsonObject; cuts: readonly Cut[] }) {
  return (
    <div className="space-y-2">
      {Object.entries(input).map(([name, value]) => {
        const cut = cuts.find(({ field }) => field === name);
        if (!cut || typeof value !== 'string') return <Fields key={name} values={{ [title(name)]: value }} />;
        return <CutField key={name} name={title(name)} cut={cut} text={value} />;
      })}
    </div>
  );
}

function CutField({ name, cut, text }: { name: string; cut: Cut; text: string }) {
  const { beginning, ending } = endsOf(text, cut);
  return (
    <div className="space-y-1">
      <p className="text-sm text-muted">
        <VisibleText text={name} /> · {byteSize(cut.end - cut.start)}
      </p>
      <LongText label={`${name}, its beginning`} text={beginning} />
      <p className="text-center text-muted">
        <span aria-hidden>⋯</span>
        <span className="sr-only">Its middle</span>
      </p>
      <LongText label={`${name}, its end`} text={ending} />
    </div>
  );
}

/**
 * As much as any long text shows of itself, so that neither end is cut once more. Where the text is cut is told by count: it
 * may say anything, also that something is left out.
 */
function endsOf(text: string, { head, tail }: Cut): { beginning: string; ending: string } {
  const ends = text.slice(0, head) + text.slice(text.length - tail);
  const { headEnd, tailStart } = foldText(ends, shownLines);
  const isWhole = tailStart === ends.length;
  return {
    beginning: ends.slice(0, Math.min(headEnd, head)),
    ending: ends.slice(isWhole ? head : Math.max(tailStart, head)),
  };
}

const shownLines = 12;

/** The texts of an edit, which are not compared here. */
function title(name: string): string {
  if (name === 'old_string') return 'Before';
  return name === 'new_string' ? 'After' : name;
}
