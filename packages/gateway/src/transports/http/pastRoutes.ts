// Routes for sessions that the agent has kept and Beckon does not run; most of what is done with them, any session's routes do.
import { ForkSession, Session } from '@beckon/protocol';
import type { Route } from './route.ts';

export const pastRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/restore',
    summary: 'Bring a past session back from the trash',
    status: 200,
    reply: Session,
    errors: ['session_not_found', 'session_exists', 'not_supported'],
    handle: (transport, { params }) => transport.restoreSession(params.sessionId),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/fork',
    summary: 'Make another past session with the same conversation, as far as a message or all of it',
    body: ForkSession,
    status: 201,
    reply: Session,
    errors: ['session_not_found', 'not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.forkSession(params.sessionId, body as ForkSession),
  },
];
