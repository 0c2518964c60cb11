// The routes by which a person says how they are called, and a page whether it is seen.
import { Channel, ChannelTest, CreateChannel, PageVisibility, UpdateChannel } from '@beckon/protocol';
import { z } from 'zod';
import type { Route } from './route.ts';
import { Ok, ok } from './route.ts';

export const channelRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/channels',
    summary: 'The ways in which its person is called; secrets are left out, and named in `has`',
    status: 200,
    reply: z.object({ channels: z.array(Channel) }),
    errors: [],
    handle: async (transport) => ({ channels: await transport.listChannels() }),
  },
  {
    method: 'post',
    path: '/api/channels',
    summary: 'Make a channel: its type, what that is configured with, and what is to be other than usual',
    body: CreateChannel,
    status: 201,
    reply: Channel,
    errors: [],
    handle: (transport, { body }) => transport.createChannel(body as CreateChannel),
  },
  {
    method: 'patch',
    path: '/api/channels/{channelId}',
    summary: 'Change a channel; what is not named stays, secrets too, and `null` takes a field away',
    body: UpdateChannel,
    status: 200,
    reply: Channel,
    errors: ['channel_not_found'],
    handle: (transport, { params, body }) => transport.updateChannel(params.channelId, body as UpdateChannel),
  },
  {
    method: 'delete',
    path: '/api/channels/{channelId}',
    summary: 'Remove a channel with its secrets; nothing more is sent through it',
    status: 200,
    reply: Ok,
    errors: ['channel_not_found'],
    handle: (transport, { params }) => transport.removeChannel(params.channelId).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/channels/{channelId}/test',
    summary: 'Send something through a channel now, and tell what came of it',
    status: 200,
    reply: ChannelTest,
    errors: ['channel_not_found'],
    handle: (transport, { params }) => transport.testChannel(params.channelId),
  },
  {
    method: 'post',
    path: '/api/visibility',
    summary:
      'Tell whether a page of this device is before someone’s eyes. It counts for two and a half minutes, and while the device follows the events',
    body: PageVisibility,
    status: 200,
    reply: Ok,
    errors: [],
    handle: (transport, { body }) => transport.reportVisibility(body as PageVisibility).then(() => ok),
  },
];
