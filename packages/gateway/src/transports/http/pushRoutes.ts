// The routes by which a browser lets itself be called.
import { BrowserSubscription, Channel, PushState } from '@beckon/protocol';
import type { Route } from './route.ts';
import { Ok, ok } from './route.ts';

export const pushRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/push',
    summary: 'The key that browsers subscribe with, and the subscription of the device that asks',
    status: 200,
    reply: PushState,
    errors: [],
    handle: (transport) => transport.getPush(),
  },
  {
    method: 'post',
    path: '/api/push/subscriptions',
    summary:
      'Call the browser that asks through its push service. Takes the place of what it had. For browsers that are signed in: a ' +
      'subscription goes with its device, and the token’s holder is none that could be removed',
    body: BrowserSubscription,
    status: 201,
    reply: Channel,
    errors: [],
    handle: (transport, { body }) => transport.subscribeToPush(body as BrowserSubscription),
  },
  {
    method: 'delete',
    path: '/api/push/subscriptions/{channelId}',
    summary: 'Call that browser no longer',
    status: 200,
    reply: Ok,
    errors: ['channel_not_found'],
    handle: (transport, { params }) => transport.unsubscribeFromPush(params.channelId).then(() => ok),
  },
];
