import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pushChannel } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { PushSection } from './PushSection.tsx';

interface BrowserWish {
  permission?: NotificationPermission;
  /** What its person says when they are asked. */
  says?: NotificationPermission;
  /** Why its push service cannot be used. */
  failure?: Error;
  isSubscribed?: boolean;
}

/** A browser that can be called, as the page sees it. */
function stubBrowser({ permission = 'default', says = 'granted', failure, isSubscribed = false }: BrowserWish = {}) {
  const keys = { p256dh: 'p', auth: 'a' };
  const unsubscribe = vi.fn(async () => true);
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: new Uint8Array([4, 0, 0]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
    unsubscribe,
  };
  let current = isSubscribed ? subscription : null;
  const registration = {
    pushManager: {
      getSubscription: async () => current,
      async subscribe() {
        if (failure) throw failure;
        return (current = subscription);
      },
    },
  };
  const notification = {
    permission,
    requestPermission: vi.fn(async () => (notification.permission = says)),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', {
    userAgent: 'Firefox',
    serviceWorker: {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    },
  });
  return { notification, unsubscribe };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const callMe = () => screen.findByRole('button', { name: 'Call me here' });

describe('PushSection', () => {
  it('asks for leave on a press and never before, then tells the gateway where this browser is called', async () => {
    const { notification } = stubBrowser();
    const stage = setStage();
    renderOn(stage, <PushSection />);
    const button = await callMe();
    expect(notification.requestPermission).not.toHaveBeenCalled();
    await userEvent.click(button);
    await screen.findByText('Beckon calls you here, also while no page is open.');
    expect(stage.transport.callsTo('subscribeToPush')).toEqual([
      [{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }],
    ]);
  });

  it('says how to undo it where its person has said no', async () => {
    stubBrowser({ says: 'denied' });
    const stage = setStage();
    renderOn(stage, <PushSection />);
    await userEvent.click(await callMe());
    await screen.findByText(/Allow them in its settings/);
    expect(screen.queryByRole('button')).toBeNull();
    expect(stage.transport.callsTo('subscribeToPush')).toEqual([]);
  });

  it.each([
    ['over plain HTTP', { isSecureContext: false }, /only over HTTPS/],
    ['on an iPhone, in a tab', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' }, /Add to Home Screen/],
    ['where there are none', {}, 'This browser has no notifications.'],
  ])(
    'says what it takes %s',
    async (
      _,
      { isSecureContext = true, userAgent = 'Firefox' }: { isSecureContext?: boolean; userAgent?: string },
      words,
    ) => {
      vi.stubGlobal('isSecureContext', isSecureContext);
      vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 });
      renderOn(setStage(), <PushSection />);
      await screen.findByText(words);
      expect(screen.queryByRole('button')).toBeNull();
    },
  );

  it.each([
    [
      'the browser has no push service',
      new Error('push service not available'),
      /It says: “push service not available”/,
    ],
    [
      'the gateway cannot use it',
      new BeckonError('invalid_request', 'That leads to no public address.'),
      /no public address/,
    ],
  ])('notifies from the page alone, and says why, where %s', async (_, failure, words) => {
    stubBrowser(failure instanceof BeckonError ? {} : { failure });
    const stage = setStage();
    if (failure instanceof BeckonError) stage.transport.failures.set('subscribeToPush', failure);
    renderOn(stage, <PushSection />);
    await userEvent.click(await callMe());
    await screen.findByText(/You are notified while a tab of it is open/);
    expect(screen.getByRole('alert').textContent).toMatch(words);
    await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
    await callMe();
  });

  it('sends a test, and tells what the service said', async () => {
    stubBrowser({ permission: 'granted', isSubscribed: true });
    const stage = setStage();
    stage.transport.push = { publicKey: 'BAAA', subscriptionId: pushChannel.id };
    renderOn(stage, <PushSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
    await screen.findByText('Sent. It should be there any moment.');
    expect(stage.transport.callsTo('testChannel')).toEqual([[pushChannel.id]]);
  });

  it('ends on both sides when it is switched off', async () => {
    const { unsubscribe } = stubBrowser({ permission: 'granted', isSubscribed: true });
    const stage = setStage();
    stage.transport.push = { publicKey: 'BAAA', subscriptionId: pushChannel.id };
    renderOn(stage, <PushSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
    await callMe();
    expect(stage.transport.callsTo('unsubscribeFromPush')).toEqual([[pushChannel.id]]);
    expect(unsubscribe).toHaveBeenCalledOnce();
  });
});
