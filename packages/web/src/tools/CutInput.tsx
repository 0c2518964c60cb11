// An input of which long fields have lost their middles: field by field as they are, each cut where it was cut.
import type { Cut, JsonObject } from '@beckon/protocol';
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

/** Where it is cut is told by count: the text itself may say anything, also that something is left out. */
function CutField({ name, cut: { start, end, head, tail }, text }: { name: string; cut: Cut; text: string }) {
  return (
    <div className="space-y-1">
      <p className="text-sm text-muted">
        <VisibleText text={name} /> · {byteSize(end - start)}, cut in the middle
      </p>
      <LongText label={`${name}, its beginning`} text={text.slice(0, head)} />
      <p className="px-3 text-xs text-muted italic">The middle is left out here. It is in the pieces below.</p>
      <LongText label={`${name}, its end`} text={text.slice(text.length - tail)} />
    </div>
  );
}

/** The texts of an edit, which are not compared here. */
function title(name: string): string {
  if (name === 'old_string') return 'Before';
  return name === 'new_string' ? 'After' : name;
}
