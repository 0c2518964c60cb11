// Whether this browser is called, and what its person can do about it.
import type { ChannelTest } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import type { Obstacle } from '../calls/browserPush.ts';
import {
  isAllowed,
  isWanted,
  noteWish,
  obstacle,
  subscribeHere,
  subscriptionHere,
  unsubscribeHere,
} from '../calls/browserPush.ts';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

/** `page_only`: notifications are allowed, and no push service reaches this browser. */
type Standing = 'unknown' | 'off' | 'on' | 'page_only' | 'denied' | Obstacle;

export interface PushHere {
  standing: Standing;
  switchOn: () => Promise<boolean>;
  switchOff: () => Promise<boolean>;
  test: () => Promise<boolean>;
  isBusy: boolean;
  isTesting: boolean;
  /** What the push service said to the last test. */
  tested: ChannelTest | undefined;
  problem: string | undefined;
}

export function usePushHere(): PushHere {
  const { transport } = useBeckon();
  const [standing, setStanding] = useState<Standing>('unknown');
  const [tested, setTested] = useState<ChannelTest>();
  const [noService, setNoService] = useState<string>();

  useEffect(() => {
    let isMounted = true;
    const look = async (): Promise<Standing> => {
      const inTheWay = standingByBrowser();
      if (inTheWay) return inTheWay;
      const [subscription, { subscriptionId }] = await Promise.all([subscriptionHere(), transport.getPush()]);
      if (subscription && subscriptionId !== undefined) return 'on';
      return isWanted() ? 'page_only' : 'off';
    };
    look().then(
      (found) => isMounted && setStanding(found),
      () => isMounted && setStanding('off'),
    );
    return () => {
      isMounted = false;
    };
  }, [transport]);

  const on = useAction(async () => {
    setNoService(undefined);
    if (!(await isAllowed())) return setStanding(Notification.permission === 'denied' ? 'denied' : 'off');
    noteWish('on');
    try {
      await subscribeHere(transport);
      setStanding('on');
    } catch (thrown) {
      setStanding('page_only');
      setNoService(whyNot(thrown));
    }
  });
  const off = useAction(async () => {
    setTested(undefined);
    setNoService(undefined);
    await unsubscribeHere(transport);
    setStanding('off');
  });
  const testing = useAction(async () => {
    setTested(undefined);
    const { subscriptionId } = await transport.getPush();
    if (subscriptionId === undefined) return setStanding('off');
    setTested(await transport.testChannel(subscriptionId));
  });
  return {
    standing,
    switchOn: on.run,
    switchOff: off.run,
    test: testing.run,
    isBusy: on.isRunning || off.isRunning,
    isTesting: testing.isRunning,
    tested,
    problem: noService ?? (on.error ?? off.error ?? testing.error)?.message,
  };
}

/** What the browser itself says, where that settles it. */
function standingByBrowser(): Standing | undefined {
  const inTheWay = obstacle();
  if (inTheWay) return inTheWay;
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' ? undefined : 'off';
}

function whyNot(thrown: unknown): string {
  if (thrown instanceof BeckonError) return thrown.message;
  const said = thrown instanceof Error && thrown.message !== '' ? ` It says: “${thrown.message}”` : '';
  return `This browser’s push service could not be used.${said}`;
}
