// The routes by which a further device is let in, and is told where the gateway is reached.
import { CreateLoginCode, GatewayAddress, LoginCode, LoginCodeState } from '@beckon/protocol';
import { z } from 'zod';
import type { Route } from './route.ts';
import { Ok, ok } from './route.ts';

export const pairingRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/addresses',
    summary: 'Where the gateway is reached, and whether browsers count the address as secure',
    status: 200,
    reply: z.object({ addresses: z.array(GatewayAddress) }),
    errors: [],
    handle: async (transport) => ({ addresses: await transport.listAddresses() }),
  },
  {
    method: 'post',
    path: '/api/login-codes',
    summary: 'A link that signs one device in, once, within ten minutes',
    body: CreateLoginCode,
    isBodyOptional: true,
    status: 201,
    reply: LoginCode,
    errors: [],
    handle: (transport, { body }) => transport.createLoginCode(body as CreateLoginCode | undefined),
  },
  {
    method: 'get',
    path: '/api/login-codes/{codeId}',
    summary: 'Whether a link is still good, or which device it has let in',
    status: 200,
    reply: LoginCodeState,
    errors: ['not_found'],
    handle: (transport, { params }) => transport.getLoginCode(params.codeId),
  },
  {
    method: 'delete',
    path: '/api/login-codes/{codeId}',
    summary: 'Take a link back; it lets nobody in any more',
    status: 200,
    reply: Ok,
    errors: ['not_found'],
    handle: (transport, { params }) => transport.cancelLoginCode(params.codeId).then(() => ok),
  },
];
