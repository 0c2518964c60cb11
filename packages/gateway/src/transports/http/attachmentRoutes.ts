// The routes to the bytes of what people send along with their words.
import { documentTypes, imageTypes } from '@beckon/protocol';
import type { Route } from './routes.ts';

export const attachmentRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/sessions/{sessionId}/images/{imageId}',
    summary: 'The bytes of an image that was sent to the agent',
    status: 200,
    bytes: imageTypes,
    errors: ['session_not_found', 'not_found'],
    handle: (transport, { params }) => transport.readImage(params.sessionId, params.imageId),
  },
  {
    method: 'get',
    path: '/api/sessions/{sessionId}/documents/{documentId}',
    summary: 'The bytes of a document that was sent to the agent',
    status: 200,
    bytes: documentTypes,
    errors: ['session_not_found', 'not_found'],
    handle: (transport, { params }) => transport.readDocument(params.sessionId, params.documentId),
  },
];
