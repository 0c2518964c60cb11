// Text in the room of one line. What does not fit is cut off at the end, but of a path, which is known by its end, at
// the start.
import { VisibleText } from './VisibleText.tsx';

export function OneLine({ text }: { text: string }) {
  // Laid out from right to left, a line loses its left; the text itself still reads from left to right.
  return (
    <span dir={isPath(text) ? 'rtl' : 'ltr'} className="block truncate">
      <bdi dir="ltr">
        <VisibleText text={text} />
      </bdi>
    </span>
  );
}

function isPath(text: string): boolean {
  return /^(?:[~…/]|\.{1,2}\/)\S*$/.test(text);
}
