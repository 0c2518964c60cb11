// What an option of a question would look like: text from an agent, shown as it is.
import type { QuestionOption } from '@beckon/protocol';
import { VisibleText } from '../text/VisibleText.tsx';

export interface OptionPreviewProps {
  option: QuestionOption;
  className?: string;
}

export function OptionPreview({ option: { label, preview }, className = '' }: OptionPreviewProps) {
  if (preview === undefined) {
    return <p className={`px-3 py-2 text-xs text-muted italic ${className}`}>No preview for this option</p>;
  }
  return (
    <pre
      // Wider than its place, it scrolls, also for those who use keys.
      tabIndex={0}
      aria-label={`Preview of ${label}`}
      role="region"
      className={`overflow-auto px-3 py-2 font-mono text-xs leading-relaxed ${className}`}
    >
      <VisibleText text={preview} />
    </pre>
  );
}
