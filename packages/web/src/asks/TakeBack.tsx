// Takes an answer back that no agent has been given, whichever device gave it.
import type { Ask } from '@beckon/protocol';
import { Undo2 } from 'lucide-react';
import { useWhyNot } from '../connection/useWhyNot.ts';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';

export interface TakeBackProps {
  ask: Ask;
  words: string;
  look?: 'quiet' | 'secondary';
  onTakenBack?: () => void;
}

export function TakeBack({ ask: { id }, words, look = 'quiet', onTakenBack }: TakeBackProps) {
  const { transport } = useBeckon();
  const takingBack = useAction(async () => {
    await transport.takeBackAnswer(id);
    onTakenBack?.();
  });
  const whyNot = useWhyNot(takingBack.error);
  return (
    <>
      <DecidingButton
        aria-keyshortcuts="u"
        // Another answer may take its place under the same finger.
        meaning={id}
        look={look}
        isBusy={takingBack.isRunning}
        onClick={() => void takingBack.run()}
      >
        {!takingBack.isRunning && <Undo2 aria-hidden className="size-4" />}
        {words}
      </DecidingButton>
      {whyNot !== undefined && <Problem>Not taken back. {whyNot}</Problem>}
    </>
  );
}
