// Text from an agent with nothing hidden in it.
import { revealHidden } from '@beckon/protocol';
import { useMemo } from 'react';

export function VisibleText({ text }: { text: string }) {
  const pieces = useMemo(() => revealHidden(text), [text]);
  return pieces.map(({ text: shown, hiddenName }, index) =>
    hiddenName === undefined ? (
      shown
    ) : (
      <mark key={index} title={hiddenName} className="rounded-sm bg-danger-soft px-0.5 text-danger">
        {shown}
      </mark>
    ),
  );
}
