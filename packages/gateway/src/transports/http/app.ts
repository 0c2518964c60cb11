// The HTTP transport's server side: guards first, then the routes of the API, the event stream, and the page.
import type { GatewayAddress } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import { DirectTransport } from '../direct.ts';
import type { Access } from '../../access/access.ts';
import { Pairing } from '../../access/pairing.ts';
import { addActionRoute } from './actionRoute.ts';
import { apiPage } from './apiPage.ts';
import type { CallerEnv } from './caller.ts';
import { shownBy, socketOf } from './caller.ts';
import { EventStreams } from './eventStream.ts';
import { Failures } from './failures.ts';
import { bodyGuard, callerGuard, hostGuard, noteFailure, secureResponse, securityHeaders } from './guards.ts';
import { instanceHeader, newInstance } from './instance.ts';
import { addLogin } from './login.ts';
import { Newcomers } from './newcomers.ts';
import { paneStream } from './paneStream.ts';
import { describeApi } from './openapi.ts';
import type { ReachOptions } from './reach.ts';
import { Reach } from './reach.ts';
import type { Route } from './route.ts';
import { pathParams } from './route.ts';
import { routes } from './routes.ts';
import { WebFiles } from './webFiles.ts';

export interface AppOptions extends ReachOptions {
  parts: GatewayParts;
  access: Access;
  clock: Clock;
  log: Logger;
  /** Where the gateway is reached, for those who let a further device in. */
  addresses?: () => GatewayAddress[];
  /** The built web app. */
  webRoot: string;
  /** Routes outside of the API, for what agents report. Each decides for itself who may call it. */
  routes?: readonly OwnRoute[];
  /** What makes a new sign-in link, for people to type. */
  linkCommand?: string;
  /** The connections of the server on which nobody is known yet. */
  newcomers?: Newcomers;
  /** Aborted at shutdown, so that open streams end. */
  signal: AbortSignal;
}

/** What this server mounts without knowing whose it is. */
interface OwnRoute {
  method: 'GET' | 'POST';
  path: string;
  handle(request: Request): Promise<Response>;
  /** Whether a secret that was refused may be one that its callers had been given before. That is no guess. */
  mayHaveGiven?(secret: string): boolean;
}

/**
 * Hono tells by this response that a stream is written by hand, unless it has replaced the global Response before this
 * file was read: then it takes the sign for a response of its own, until somebody has looked into it.
 */
void RESPONSE_ALREADY_SENT.type;

/** Room for a prompt with images and documents; nothing else comes near it. */
const largestBodyBytes = 8 * 1024 * 1024;

export function createApp(options: AppOptions): Hono<CallerEnv> {
  const { access, clock, log, signal } = options;
  const { newcomers = new Newcomers(), linkCommand = 'beckon link', addresses = () => [] } = options;
  const parts = { ...options.parts, pairing: new Pairing({ access, addresses }) };
  const failures = new Failures({ clock, auditLog: parts.auditLog, signal });
  const guarding = { access, failures, newcomers, linkCommand };
  const app = new Hono<CallerEnv>();
  const webFiles = new WebFiles(options.webRoot, () => parts.settings.current.theme);
  const eventStreams = new EventStreams({ ...parts, clock });
  signal.addEventListener('abort', () => eventStreams.close());
  const api = () => describeApi(routes, parts.about.version);

  app.onError((thrown, context) => {
    const error = BeckonError.from(thrown);
    if (error.status >= 500) log.error({ error, path: context.req.path }, 'request failed');
    return errorResponse(error);
  });
  app.use(secureResponse);
  app.use(hostGuard(new Reach(options)));

  const instance = { [instanceHeader]: newInstance() };
  app.get('/api/health', (context) => context.json({ ok: true }, 200, instance));
  addActionRoute(app, parts.actions, guarding);
  app.use('/api/*', callerGuard(guarding));
  app.use('/api/*', bodyLimit({ maxSize: largestBodyBytes, onError: () => errorResponse(tooLarge) }));
  app.use('/api/*', bodyGuard(access));
  for (const route of routes) {
    app.on(route.method.toUpperCase(), honoPath(route.path), (context) => respond(route, parts, context));
  }
  // Written by hand, because a web stream's promises cost about a third on top of each write.
  app.get('/api/events', (context) => {
    const { env, req } = context;
    if (env.incoming.method === 'HEAD') return context.body(null, 200, eventStreamHeaders);
    env.outgoing.writeHead(200, { ...securityHeaders, ...eventStreamHeaders }).flushHeaders();
    const device = context.get('device');
    eventStreams.add(env.outgoing, req.header('last-event-id'), device);
    env.outgoing.once(
      'close',
      access.onRemoved(device, () => env.outgoing.end()),
    );
    return RESPONSE_ALREADY_SENT;
  });
  app.get('/api/sessions/:sessionId/pane', async (context) => {
    const device = context.get('device');
    const transport = new DirectTransport(parts, device);
    const removed = new AbortController();
    context.env.outgoing.once(
      'close',
      access.onRemoved(device, () => removed.abort()),
    );
    const closed = AbortSignal.any([signal, context.req.raw.signal, removed.signal]);
    const sessionId = context.req.param('sessionId');
    const cut = () => context.env.outgoing.destroy();
    const body = await paneStream({ transport, sessionId, clock, signal: closed, cut });
    return context.body(body, 200, eventStreamHeaders);
  });
  app.post('/api/token/rotate', (context) => {
    access.rotateToken(context.get('device'));
    return context.json({ ok: true });
  });
  app.get('/api/openapi.json', (context) => context.json(api()));
  app.get('/api/docs', (context) => context.html(apiPage(api())));
  app.all('/api/*', () => errorResponse(noRoute));

  for (const { method, path, handle, mayHaveGiven = () => false } of options.routes ?? []) {
    app.on(method, path, async (context) => {
      const knewCaller = ({ status }: Response) => status !== 401 && status !== 403;
      const response = await newcomers.during(socketOf(context), handle(context.req.raw), knewCaller);
      const { token, address, program } = shownBy(context);
      const isGuess = response.status === 401 && token !== undefined && !mayHaveGiven(token);
      await noteFailure(failures, context, isGuess ? { what: 'token', address, program } : undefined);
      return response;
    });
  }

  addLogin(app, guarding);
  app.get('*', (context) => webFiles.respond(context, context.req.path));
  app.notFound(() => errorResponse(noRoute));
  return app;
}

async function respond(route: Route, parts: GatewayParts, context: Context<CallerEnv>): Promise<Response> {
  const { origins } = context.get('way');
  const transport = new DirectTransport(parts, context.get('device'), context.req.header('origin') ?? origins[0]);
  const params = pathParams(context.req.param());
  const body = (await hasBody(route, context)) ? await readJson(context) : undefined;
  const reply = await route.handle(transport, { params, query: context.req.query(), body });
  if (reply instanceof Blob) {
    return context.body(await reply.arrayBuffer(), route.status, {
      'content-type': reply.type,
      'cache-control': 'private, max-age=31536000, immutable',
    });
  }
  const json = route.toJson?.(reply) ?? JSON.stringify(reply);
  return context.body(json, route.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
}

async function hasBody(route: Route, context: Context): Promise<boolean> {
  if (!route.body) return false;
  return route.isBodyOptional !== true || (await context.req.text()) !== '';
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BeckonError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}

const noRoute = new BeckonError('not_found', 'There is no such route. /api/docs lists those there are.');
const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Proxies of nginx's kind would gather a page full before they pass anything on.
  'x-accel-buffering': 'no',
};

const tooLarge = new BeckonError('payload_too_large', 'That is more than 8 MB. Send less, or smaller files.');

function errorResponse(error: BeckonError): Response {
  return Response.json(error.toBody(), { status: error.status });
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
