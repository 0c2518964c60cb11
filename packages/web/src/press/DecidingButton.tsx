// A button that decides something. Until its person can have seen it where it is, it is quiet and takes no press; it keeps
// its place and the focus meanwhile, and says why to those who ask.
import type { KeyboardEvent, MouseEvent } from 'react';
import { Button } from '../elements/Button.tsx';
import type { ButtonProps } from '../elements/Button.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';
import type { ArmingOptions } from './useArming.ts';
import { useArming } from './useArming.ts';

export interface DecidingButtonProps extends Omit<ButtonProps, 'ref'>, ArmingOptions {
  /** Decides nothing yet, but leads to what does. */
  isStep?: boolean;
}

export function DecidingButton(props: DecidingButtonProps) {
  const { isStep = false, meaning, mayMove, isRepeatable, whyNot, onClick, ...rest } = props;
  const { presses } = useBeckon();
  const { control, isArmed, begin, forget, counts } = useArming<HTMLButtonElement>({ meaning, mayMove, isRepeatable });

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.repeat) event.preventDefault();
    else begin(event);
  }

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (!counts(event)) {
      event.preventDefault();
      return;
    }
    if (!isStep && !isRepeatable) presses.noteAnswer();
    onClick?.(event);
  }

  return (
    <Button
      {...rest}
      ref={control}
      data-armed={isArmed && whyNot === undefined}
      whyNot={whyNot ?? (isArmed ? undefined : notYet)}
      onPointerDown={begin}
      // One that was pressed too early is not to swallow the next press.
      onClickCapture={() => !isArmed && forget()}
      onKeyDown={handleKey}
      onClick={handleClick}
    />
  );
}

const notYet = 'Not yet: this has only just come here, or moved';
