// Receives what hook commands report. A PermissionRequest is held open until there is an answer or nobody waits for one any
// more; a prompt and the end of a turn are answered at once, with a new title or a word to the desk; all else with nothing.
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../../clock.ts';
import { pause } from '../../../clock.ts';
import { Turns } from '../../../turns.ts';
import { HookBodies } from './bodies.ts';
import type { HookEndpoints, HookSource } from './hookEndpoints.ts';
import type { HookPayload } from './payload.ts';
import { type LargeToolInput, largestPayloadBytes, type ReadHook, readPayload } from './payload.ts';
import type { HookReply } from './permissionReply.ts';

export interface HookSender extends HookSource {
  /** The agent's process, as the hook command says. */
  pid?: number;
  /** A PermissionRequest that a gateway has heard of before, whose hook then lost the connection. */
  isRepeated?: boolean;
  /** The input of the tool where it is too large to be held: the event then has its ends only. */
  large?: LargeToolInput;
}

export interface HookListener {
  /**
   * Called for each event, in the order in which they arrive. What it resolves to is waited for where the event is a
   * PermissionRequest, and for a moment where it is a prompt or the end of a turn; `undefined` leaves the decision to the
   * terminal. The signal aborts when the hook is gone: at the terminal the dialog was denied, left or interrupted, or the
   * agent died. Approved there, it is not: PostToolUse tells, and the listener must then resolve, so that the hook command
   * ends.
   */
  onHook(payload: HookPayload, from: HookSender, signal: AbortSignal): Promise<HookReply | undefined>;
}

export interface HookServerOptions {
  listener: HookListener;
  endpoints: HookEndpoints;
  clock: Clock;
  /** Told of each event that was let in. */
  onArrival: (arrival: { event: string; at: number }) => void;
  /** Told why a report was refused, or what a listener threw. */
  onTrouble: (error: BeckonError) => void;
}

/** What an event leads to takes about a millisecond. */
const mostInARound = 5;

/** Answers `POST /hooks/EVENT`. */
export function createHookServer(options: HookServerOptions): (request: Request) => Promise<Response> {
  const { endpoints } = options;
  const bodies = new HookBodies(options.clock);
  const turns = new Turns(mostInARound);
  return async (request) => {
    try {
      refuseForeign(request.headers);
      const source = identify(request.headers, endpoints);
      await new Promise<void>((resolve) => turns.take(resolve));
      const length = lengthOf(request);
      const hook = await bodies.read(request, length, (body) => readPayload(eventOf(request), body));
      options.onArrival({ event: hook.payload.hook_event_name, at: options.clock.now() });
      const reply = await handle({ ...hook, source, request }, options);
      return respond(reply, endpoints.proofFor(source));
    } catch (thrown) {
      // A hook command prints nothing for what is not a 200: trouble leaves the decision to the terminal.
      const error = BeckonError.from(thrown);
      options.onTrouble(error);
      return Response.json(error.toBody(), { status: error.status });
    }
  };
}

interface Report extends ReadHook {
  source: HookSource;
  request: Request;
}

async function handle(
  { payload, large, source, request }: Report,
  options: HookServerOptions,
): Promise<HookReply | undefined> {
  const { listener, onTrouble } = options;
  const pid = readPid(request.headers.get('beckon-agent'));
  const isRepeated = request.headers.get('beckon-repeated') === 'yes';
  const from = {
    ...source,
    ...(pid !== undefined && { pid }),
    ...(isRepeated && { isRepeated }),
    ...(large && { large }),
  };
  const listening = listener.onHook(payload, from, request.signal);
  if (payload.hook_event_name === 'PermissionRequest') return untilAborted(listening, request.signal);
  if (isToldAtOnce(payload)) return atOnce(listening, options);
  listening.catch((thrown: unknown) => onTrouble(BeckonError.from(thrown)));
  return undefined;
}

/** What can be said to the desk at the beginning and at the end of a turn. */
function isToldAtOnce({ hook_event_name: event }: HookPayload): boolean {
  return event === 'UserPromptSubmit' || event === 'Stop';
}

/** What such a hook is answered with is there at once or not at all: its person waits. */
async function atOnce<T>(work: Promise<T>, { clock, onTrouble }: HookServerOptions): Promise<T | undefined> {
  const isThere = new AbortController();
  const settled = work.catch((thrown: unknown) => {
    onTrouble(BeckonError.from(thrown));
    return undefined;
  });
  try {
    return await Promise.race([settled, pause(clock, atOnceMs, isThere.signal).then(() => undefined)]);
  } finally {
    isThere.abort();
  }
}

const atOnceMs = 50;

/** Nobody reads the reply to a hook that is gone, so nothing is held for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Hook commands run on this machine, and are no web page. */
function refuseForeign(headers: Headers): void {
  const host = headers.get('host') ?? '';
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
  if (!isLoopback || headers.has('origin') || headers.has('sec-fetch-site')) {
    throw new BeckonError('forbidden', 'Only hook commands on this machine report here.');
  }
}

function identify(headers: Headers, endpoints: HookEndpoints): HookSource {
  const secret = /^Bearer ([0-9a-f]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  const source = secret === undefined ? undefined : endpoints.identify(secret);
  if (!source) throw new BeckonError('unauthorized', 'That is not the secret of a hook of this gateway.');
  return source;
}

function eventOf(request: Request): string {
  return /\/hooks\/([A-Za-z]{1,100})$/.exec(new URL(request.url).pathname)?.[1] ?? '';
}

function lengthOf(request: Request): number {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new BeckonError('unsupported_media_type', 'Send the event as application/json.');
  }
  // A length must be given: the HTTP parser then holds the sender to it.
  const length = request.headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new BeckonError('invalid_request', 'The event must come with its length.');
  if (Number(length) > largestPayloadBytes) throw new BeckonError('payload_too_large', 'An event is 16 MB at most.');
  return Number(length);
}

function readPid(text: string | null): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined;
}

function respond(reply: HookReply | undefined, proof: string): Response {
  const body = reply === undefined ? '' : JSON.stringify(reply);
  const headers = { 'content-length': String(Buffer.byteLength(body)), 'beckon-proof': proof };
  return new Response(body, { headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } });
}
