// Routes that act on the terminal of a session; what it shows comes as a stream (paneStream.ts).
import { PaneInput, PaneSize } from '@beckon/protocol';
import type { Route } from './route.ts';
import { Ok, ok } from './route.ts';

export const paneRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/pane/input',
    summary: 'Type into the terminal of a session',
    body: PaneInput,
    status: 200,
    reply: Ok,
    errors: ['session_not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.typeIntoPane(params.sessionId, body as PaneInput).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/pane/size',
    summary:
      'Size the terminal of a session while this device looks at it, unless somebody sits at the terminal itself',
    body: PaneSize,
    status: 200,
    reply: Ok,
    errors: ['session_not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.resizePane(params.sessionId, body as PaneSize).then(() => ok),
  },
];
