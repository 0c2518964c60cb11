// Stops what an agent does or waits for, where it can be stopped.
import type { Session } from '@beckon/protocol';
import { CircleStop } from 'lucide-react';
import { Button } from '../elements/Button.tsx';
import type { ButtonProps } from '../elements/Button.tsx';
import type { Action } from '../elements/useAction.ts';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

/** Undefined where it cannot. A start that waits for room always can. */
export function useInterrupt({ id, queued, abilities }: Session): Action<[]> | undefined {
  const { transport } = useBeckon();
  const interrupt = useAction(() => transport.interrupt(id));
  return queued !== undefined || abilities.includes('interrupt') ? interrupt : undefined;
}

export function InterruptButton({ interrupt, look }: { interrupt: Action<[]> } & Pick<ButtonProps, 'look'>) {
  return (
    <Button {...(look && { look })} isBusy={interrupt.isRunning} onClick={() => void interrupt.run()}>
      {!interrupt.isRunning && <CircleStop aria-hidden className="size-4" />}
      <span className="max-[18rem]:sr-only">Interrupt</span>
    </Button>
  );
}
