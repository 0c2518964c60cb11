// This browser, as somebody who can be called: its person switches that on with a press, tries it, and is told what it takes
// where it cannot be.
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import type { Obstacle } from '../calls/browserPush.ts';
import { type PushHere, usePushHere } from './usePushHere.ts';

/** `onChange` hears that it was switched on or off: its channel is there, or gone. */
export function PushSection({ onChange }: { onChange?: () => void }) {
  const push = usePushHere();
  const { standing } = push;
  useEffect(() => {
    if (standing !== 'unknown') onChange?.();
  }, [standing, onChange]);
  return (
    <div className="space-y-3 rounded-xl border border-line bg-panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64 text-sm">
          <h3 className="font-medium">This browser</h3>
          <div role="status" className="text-pretty text-muted">
            <Standing push={push} />
          </div>
        </div>
        <Controls push={push} />
      </div>
      {push.problem !== undefined && <Problem>{push.problem}</Problem>}
      {push.tested && (
        <p role="status" className={`text-sm ${push.tested.ok ? 'text-done' : 'text-danger'}`}>
          {push.tested.ok ? 'Sent. It should be there any moment.' : `Not sent. ${push.tested.detail}`}
        </p>
      )}
    </div>
  );
}

function Standing({ push: { standing } }: { push: PushHere }): ReactNode {
  switch (standing) {
    case 'unknown':
      return (
        <span className="flex items-center gap-2">
          <Spinner className="size-4" /> Looking…
        </span>
      );
    case 'denied':
      return 'You have told this browser not to show notifications of Beckon. Allow them in its settings for this page (the sign beside the address), then come back here.';
    case 'off':
      return 'Beckon does not call you here. Switched on, notifications come even while no page is open; what they say is encrypted for this browser.';
    case 'on':
      return 'Beckon calls you here, also while no page is open.';
    case 'page_only':
      return 'This browser cannot be reached while Beckon is closed. You are notified while a tab of it is open and you look elsewhere.';
    default:
      return obstacleTexts[standing];
  }
}

const obstacleTexts: Record<Obstacle, ReactNode> = {
  insecure:
    'Browsers take notifications only over HTTPS, or on the gateway’s own machine. How to get HTTPS is in guides/phone.md.',
  not_installed:
    'On an iPhone or iPad, Beckon has to be on the home screen: open the share menu, choose “Add to Home Screen”, open Beckon from there, and come back to this page.',
  unsupported: 'This browser has no notifications.',
};

function Controls({ push }: { push: PushHere }): ReactNode {
  const { standing, isBusy } = push;
  if (standing === 'off') {
    return (
      <Button look="primary" isBusy={isBusy} onClick={() => void push.switchOn()}>
        Call me here
      </Button>
    );
  }
  if (standing !== 'on' && standing !== 'page_only') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {standing === 'on' && (
        <Button isBusy={push.isTesting} onClick={() => void push.test()}>
          Send a test
        </Button>
      )}
      <Button isBusy={isBusy} onClick={() => void push.switchOff()}>
        Switch off
      </Button>
    </div>
  );
}
