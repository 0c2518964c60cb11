// Text from an agent with nothing hidden in it.
import { revealCommand, revealHidden, type TextPiece } from '@beckon/protocol';
import { useMemo } from 'react';

export function VisibleText({ text }: { text: string }) {
  return <Pieces pieces={useMemo(() => revealHidden(text), [text])} />;
}

export interface VisibleCommandProps {
  command: string;
  /** The part of it that is shown here. */
  from: number;
  to: number;
}

/** A shell command, or a part of it, in which a look-alike could do more harm than in prose. */
export function VisibleCommand({ command, from, to }: VisibleCommandProps) {
  return <Pieces pieces={useMemo(() => revealCommand(command, { from, to }), [command, from, to])} />;
}

function Pieces({ pieces }: { pieces: TextPiece[] }) {
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
