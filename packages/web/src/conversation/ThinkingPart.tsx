// What the agent thought before it spoke, for those who want to know.
import { Brain } from 'lucide-react';
import { Disclosure } from '../elements/Disclosure.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function ThinkingPart({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  if (text.trim() === '') return null;
  return (
    <Disclosure
      summary={
        <span className="flex items-center gap-2 text-sm text-muted">
          <Brain aria-hidden className="size-4" />
          {isGrowing ? 'Thinking…' : 'Thought'}
        </span>
      }
    >
      <p className="mt-1 ml-2 border-l-2 border-line pl-4 text-sm break-words whitespace-pre-wrap text-muted">
        <VisibleText text={text} />
      </p>
    </Disclosure>
  );
}
