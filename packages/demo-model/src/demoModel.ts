// The server: a Messages API on loopback that plays scripts instead of asking a model.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorBody, MessagesRequest, type ResponseMessage } from './messagesApi.ts';
import { nextTurn, type Repertoire } from './play.ts';
import { RequestLog, type ReceivedRequest } from './requestLog.ts';
import { encodeEvent, messageEvents, tokensIn, toMessage } from './response.ts';
import { scenarios as allScenarios, whatCanBeTried } from './scenarios/index.ts';
import type { ApiError, Pace, Scenario } from './script.ts';

export interface DemoModelOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  scenarios?: readonly Scenario[];
}

export interface DemoModel extends AsyncDisposable {
  /** What `ANTHROPIC_BASE_URL` must be. */
  readonly url: string;
  readonly port: number;
  /** The requests for a message, oldest first; the oldest are dropped once there are 200. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export async function startDemoModel(options: DemoModelOptions = {}): Promise<DemoModel> {
  const { port = 0, host = '127.0.0.1', scenarios = allScenarios } = options;
  const log = new RequestLog();
  const repertoire: Repertoire = {
    scripts: scenarios.flatMap((scenario) => [scenario, ...(scenario.subagents ?? [])]),
    elsewhere: (attachments) => whatCanBeTried(scenarios, attachments),
  };
  const server = createServer((request, response) => {
    serve(request, response, { log, repertoire }).catch((error: unknown) => {
      // Once a stream has begun, only a client that hung up or a server that closes ends it: nobody is left to tell.
      if (response.headersSent) response.destroy();
      else sendError(response, { status: 500, type: 'api_error', message: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;

  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    requests: log.entries,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const DEFAULT_PACE: Pace = { chunkChars: 24, delayMs: 4 };

interface House {
  log: RequestLog;
  repertoire: Repertoire;
}

async function serve(request: IncomingMessage, response: ServerResponse, house: House): Promise<void> {
  const path = request.url?.split('?')[0];
  const counts = path === '/v1/messages/count_tokens';
  if (request.method !== 'POST' || (path !== '/v1/messages' && !counts)) {
    return sendError(response, { status: 404, type: 'not_found_error', message: `No ${request.method} ${path} here` });
  }
  const body = await text(request);
  const parsed = parseRequest(body);
  if ('status' in parsed) return sendError(response, parsed);
  if (counts) return sendJson(response, 200, { input_tokens: tokensIn(body.length) });

  const { attempt } = house.log.add(parsed, request.headers);
  const turn = nextTurn(parsed, house.repertoire, attempt);
  if (turn.error !== undefined) return sendError(response, turn.error);
  const message = toMessage(turn, { model: parsed.model, length: body.length });
  if (!parsed.stream) return sendJson(response, 200, message);
  await sendStream(response, message, turn.pace ?? DEFAULT_PACE);
}

function parseRequest(body: string): MessagesRequest | ApiError {
  const invalid = (message: string): ApiError => ({ status: 400, type: 'invalid_request_error', message });
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalid('The request body is not valid JSON');
  }
  const parsed = MessagesRequest.safeParse(json);
  return parsed.success ? parsed.data : invalid(z.prettifyError(parsed.error));
}

async function sendStream(response: ServerResponse, message: ResponseMessage, pace: Pace): Promise<void> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of messageEvents(message, pace.chunkChars)) {
    response.write(encodeEvent(event));
    if (pace.delayMs > 0 && event.type === 'content_block_delta') {
      await sleep(pace.delayMs, undefined, { signal: hungUp.signal });
    }
  }
  response.end();
}

function sendError(response: ServerResponse, error: ApiError): void {
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  if (error.retryable !== undefined) response.setHeader('x-should-retry', String(error.retryable));
  sendJson(response, error.status, errorBody(error));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
