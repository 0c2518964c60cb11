// Describes the API in OpenAPI's terms, from the same schemas that check what comes in.
import * as protocol from '@beckon/protocol';
import type { ErrorCode } from '@beckon/protocol';
import { errorStatuses } from '@beckon/protocol';
import { z } from 'zod';
import type { Route } from './route.ts';

export interface ApiDescription {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  security: Record<string, string[]>[];
}

export interface Operation {
  summary: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content?: unknown }>;
  security?: [];
}

/** The schemas that have a name of their own in the description. */
const named = {
  Session: protocol.Session,
  Ask: protocol.Ask,
  Message: protocol.Message,
  LogEntry: protocol.LogEntry,
  Error: protocol.ErrorBody,
};

export function describeApi(routes: Route[], version: string): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  const describe = (path: string, method: string, operation: Operation) => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const route of routes) describe(route.path, route.method, operationOf(route));
  for (const [path, method, operation] of besideTheList) describe(path, method, operation);
  return {
    openapi: '3.1.0',
    info: { title: 'Beckon', version, description },
    paths,
    components: {
      schemas: components(),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  };
}

const description =
  'A gateway between coding agents and their person. Every route takes `Authorization: Bearer TOKEN`, where TOKEN is in ' +
  'the file `token` of the state directory.';

function operationOf(route: Route): Operation {
  const pathParameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }));
  const content = route.reply
    ? json(schemaOf(route.reply))
    : Object.fromEntries((route.bytes ?? []).map((type) => [type, {}]));
  return {
    summary: route.summary,
    parameters: [...pathParameters, ...queryParameters(route)],
    ...(route.body && {
      requestBody: { required: route.isBodyOptional !== true, content: json(schemaOf(route.body)) },
    }),
    responses: { [route.status]: { description: 'Done', content }, ...errorResponses(route) },
  };
}

/** One entry a status, naming the codes that come with it. */
function errorResponses(route: Route): Operation['responses'] {
  const always: ErrorCode[] = ['unauthorized', 'forbidden', 'internal', 'store_unavailable', 'shutting_down'];
  const withBody: ErrorCode[] = ['invalid_request', 'payload_too_large', 'unsupported_media_type'];
  const takesInput = route.body !== undefined || route.query !== undefined;
  const responses: Operation['responses'] = {};
  for (const code of [...(takesInput ? withBody : []), ...route.errors, ...always]) {
    const earlier = responses[errorStatuses[code]];
    const codes = earlier ? `${earlier.description}, ${code}` : code;
    responses[errorStatuses[code]] = { description: codes, content: json({ $ref: '#/components/schemas/Error' }) };
  }
  return responses;
}

function queryParameters(route: Route): Operation['parameters'] {
  const schema = route.query && (schemaOf(route.query) as { properties?: Record<string, unknown> });
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: false,
    schema: property,
  }));
}

const besideTheList: [string, string, Operation][] = [
  [
    '/api/health',
    'get',
    {
      summary: 'Says only that the gateway is up',
      parameters: [],
      security: [],
      responses: { 200: { description: 'Up', content: json({ type: 'object', properties: { ok: { const: true } } }) } },
    },
  ],
  [
    '/api/actions',
    'post',
    {
      summary:
        'Answer with a button of a notification. Its proof is the only credential: good for one ask with one input, one ' +
        'answer, and the channel and device that it was sent to. The same proof again gets the same reply',
      parameters: [],
      security: [],
      requestBody: { required: true, content: json(schemaOf(protocol.AnswerByProof)) },
      responses: {
        200: { description: 'Answered', content: json({ type: 'object', properties: { ok: { const: true } } }) },
        401: errorOf('unauthorized: altered, too old, or of a device or channel that was removed'),
        403: errorOf('forbidden: it needs the card, or the channel has no buttons any more'),
        404: errorOf('ask_not_found'),
        409: errorOf('already_answered, file_changed'),
        410: errorOf('ask_withdrawn, also where its input is another by now'),
      },
    },
  ],
  [
    '/api/events',
    'get',
    {
      summary:
        'The live stream: first a snapshot, then every event, numbered without gaps. Resume with Last-Event-ID; where ' +
        'that is too old, a snapshot with `reset` comes first.',
      parameters: [],
      responses: {
        200: {
          description: 'Server-sent events; each `data` is JSON of this form',
          content: { 'text/event-stream': { schema: schemaOf(protocol.GatewayEvent) } },
        },
      },
    },
  ],
  [
    '/api/sessions/{sessionId}/pane',
    'get',
    {
      summary: 'The screen of a session that runs in a terminal: first as it stands, then what its program writes',
      parameters: [{ name: 'sessionId', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'Server-sent events; each `data` is JSON of this form',
          content: { 'text/event-stream': { schema: schemaOf(protocol.PaneEvent) } },
        },
      },
    },
  ],
  [
    '/api/token/rotate',
    'post',
    {
      summary: 'Replace the token; whatever uses the one that was ends. The new one is in the same file',
      parameters: [],
      responses: {
        200: { description: 'Done', content: json({ type: 'object', properties: { ok: { const: true } } }) },
      },
    },
  ],
];

function errorOf(meaning: string) {
  return { description: meaning, content: json({ $ref: '#/components/schemas/Error' }) };
}

function components(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, schemaOf(schema, name)]));
}

/** A schema as JSON Schema, with references where it contains one that has a name. */
function schemaOf(schema: z.ZodType, self?: string): unknown {
  const names = new Map<unknown, string>(Object.entries(named).map(([name, known]) => [known, name]));
  const own = names.get(schema);
  if (own !== undefined && own !== self) return reference(own);
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = names.get(zodSchema);
      if (name === undefined || name === self) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, reference(name));
    },
  });
  return described;
}

function reference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: unknown) {
  return { 'application/json': { schema } };
}
