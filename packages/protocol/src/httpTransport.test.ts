import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approvalDraft, openAsk, sessionId } from '../../../tests/support/asks.ts';
import { numbered, sessionInfo, textDelta } from '../../../tests/support/conversations.ts';
import type { Handler } from '../../../tests/support/loopback.ts';
import { loopback, reply } from '../../../tests/support/loopback.ts';
import { BeckonError } from './error.ts';
import type { GatewayEvent, ReceivedEvent } from './event.ts';
import type { HttpTransportOptions } from './httpTransport.ts';
import { HttpTransport } from './httpTransport.ts';

async function serve(handle: Handler) {
  const server = await loopback(handle);
  const transport = new HttpTransport({ baseUrl: server.url, token: 'secret' });
  return { ...server, transport };
}

const approval = { toolCallId: 'toolu_1' };
const sentKey = ({ body }: { body: string }) => (JSON.parse(body) as { clientKey: string }).clientKey;

describe('requests', () => {
  test('carry the token, JSON, and ids that cannot leave their place in the path', async () => {
    await using server = await serve((response) => reply(response, 202, { ok: true }));
    await server.transport.sendMessage('a/../b?c', { content: 'Grüß dich', clientKey: 'mine' });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        url: '/api/sessions/a%2F..%2Fb%3Fc/messages',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: '{"content":"Grüß dich","clientKey":"mine"}',
      },
    ]);
  });

  test('leave out of the query what is not given', async () => {
    await using server = await serve((response) => reply(response, 200, { asks: [] }));
    await server.transport.listAsks({});
    await server.transport.listAsks({ state: 'all', limit: 5 });
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/asks', '/api/asks?state=all&limit=5']);
  });

  test('keep fields of a newer gateway from getting in the way', async () => {
    const session = { ...sessionInfo(), asks: [], invented: 'later' };
    await using server = await serve((response) => reply(response, 200, session));
    expect(await server.transport.getSession(sessionId)).toEqual({ ...sessionInfo(), asks: [] });
  });
});

describe('what goes wrong is a BeckonError', () => {
  test('[L1] with the code, the sentence and the winner that the gateway sent', async () => {
    const ask = openAsk(approvalDraft(), { state: 'answered', answer: { type: 'approve' } });
    const error = new BeckonError('already_answered', 'This was answered already.', { ask });
    await using server = await serve((response) => reply(response, 409, error.toBody()));
    await expect(server.transport.approveTool(sessionId, approval)).rejects.toMatchObject({
      code: 'already_answered',
      message: 'This was answered already.',
      ask,
    });
    expect(server.requests).toHaveLength(1);
  });

  const html: Handler = (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  const cases: [string, Handler][] = [
    ['an error page of something in between', html],
    ['an error of an unknown code', (response) => reply(response, 418, { error: { code: 'teapot', message: '' } })],
    ['a reply that is no JSON', (response) => response.end('<!doctype html>')],
    ['a reply of another shape', (response) => reply(response, 200, { id: 7 })],
    ['a connection that breaks', (response) => response.destroy()],
    [
      'a reply that breaks off',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    ],
  ];
  test.each(cases)('unreachable for %s', async (_, handle) => {
    await using server = await serve(handle);
    const failure = server.transport.getSession(sessionId);
    await expect(failure).rejects.toBeInstanceOf(BeckonError);
    await expect(failure).rejects.toMatchObject({ code: 'unreachable', cause: expect.anything() as unknown });
  });

  test('unreachable where nothing listens', async () => {
    const { url } = await closedServer();
    await expect(new HttpTransport({ baseUrl: url }).about()).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('[L1] a call whose reply was lost', () => {
  const calls = [
    ['approveTool', (transport: HttpTransport) => transport.approveTool(sessionId, approval)],
    ['denyTool', (transport: HttpTransport) => transport.denyTool(sessionId, approval)],
    ['submitAnswers', (transport: HttpTransport) => transport.submitAnswers(sessionId, { ...approval, answers: {} })],
    ['sendMessage', (transport: HttpTransport) => transport.sendMessage(sessionId, { content: 'Go on.' })],
    ['createSession', (transport: HttpTransport) => transport.createSession({ cwd: '/' })],
  ] as const;

  test.each(calls)('is made again with the same key: %s', async (_, call) => {
    await using server = await serve((response, _request, index) => {
      if (index === 0) response.destroy();
      else reply(response, 200, { ...sessionInfo(), asks: [] });
    });
    await call(server.transport);
    const [first, second] = server.requests;
    expect(sentKey(first!)).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toEqual(first);
  });

  test('is made again twice, and keeps the key that its caller gave', async () => {
    await using server = await serve((response) => response.destroy());
    await expect(server.transport.approveTool(sessionId, { ...approval, clientKey: 'mine' })).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect(server.requests.map(sentKey)).toEqual(['mine', 'mine', 'mine']);
  });

  test('is made again as it was, whatever its caller has done to it since', async () => {
    const updatedInput = { paths: ['a'] };
    await using server = await serve((response, _request, index) => {
      updatedInput.paths.push('b');
      if (index === 0) response.destroy();
      else reply(response, 200, { ok: true });
    });
    await server.transport.approveTool(sessionId, { ...approval, updatedInput });
    const [first, second] = server.requests;
    expect(second).toEqual(first);
  });

  test('is not made again where the gateway has refused it', async () => {
    const error = new BeckonError('agent_unavailable', 'Install claude first.');
    await using server = await serve((response) => reply(response, 503, error.toBody()));
    await expect(server.transport.sendMessage(sessionId, { content: 'x' })).rejects.toMatchObject({ code: error.code });
    expect(server.requests).toHaveLength(1);
  });

  test('has another key than the next call', async () => {
    await using server = await serve((response) => reply(response, 200, { ok: true }));
    await server.transport.approveTool(sessionId, approval);
    await server.transport.approveTool(sessionId, approval);
    expect(new Set(server.requests.map(sentKey)).size).toBe(2);
  });
});

describe('the event stream', () => {
  const snapshot: GatewayEvent = {
    type: 'snapshot',
    seq: 0,
    data: { epoch: 'e1', reset: false, sessions: [], asks: [] },
  };
  const events = numbered([textDelta('naïve 🎉'), textDelta('line\nbreak')]);
  const frames = [snapshot, ...events]
    .map((event) => `id: e1:${event.seq}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  const streamOf = (response: Parameters<Handler>[0]) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' });

  async function collect(stream: AsyncIterable<ReceivedEvent>, into: ReceivedEvent[] = []) {
    for await (const event of stream) into.push(event);
    return into;
  }

  test.each([1, 7, 100])('is read across chunk borders: every %i bytes', async (size) => {
    const bytes = Buffer.from(`: hello\r\n\r\n${frames}`);
    await using server = await serve((response) => {
      streamOf(response);
      for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
      response.end();
    });
    expect(await collect(server.transport.events())).toEqual([snapshot, ...events]);
  });

  test('goes on after a position, and says when it is open', async () => {
    await using server = await serve((response) => streamOf(response).end());
    let openCount = 0;
    await collect(server.transport.events({ after: { epoch: 'e1', seq: 7 }, onOpen: () => (openCount += 1) }));
    expect(server.requests[0]?.headers).toMatchObject({ 'last-event-id': 'e1:7', authorization: 'Bearer secret' });
    expect(openCount).toBe(1);
  });

  test('goes on past an event that this client does not know', async () => {
    const unknown = { type: 'moon_phase', seq: 3, data: {} };
    const after = { ...events[1], seq: 4 };
    const more = [unknown, after].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    await using server = await serve((response) => streamOf(response).end(`${frames}${more}`));
    const skipped = { type: 'skipped', seq: 3, data: { was: 'moon_phase' } };
    expect(await collect(server.transport.events())).toEqual([snapshot, ...events, skipped, after]);
  });

  const broken: [string, Handler][] = [
    ['breaks off', (response) => streamOf(response).write(frames, () => response.destroy())],
    ['carries an event that is none', (response) => streamOf(response).end(`${frames}data: {"type":"?"}\n\n`)],
    ['carries what is no JSON', (response) => streamOf(response).end(`${frames}data: {\n\n`)],
  ];
  test.each(broken)('throws unreachable where it %s, after what came before', async (_, handle) => {
    await using server = await serve(handle);
    const seen: ReceivedEvent[] = [];
    await expect(collect(server.transport.events(), seen)).rejects.toMatchObject({ code: 'unreachable' });
    expect(seen).toEqual([snapshot, ...events]);
  });

  test('throws what the gateway says instead of a stream', async () => {
    const error = new BeckonError('unauthorized', 'This device is not signed in.');
    await using server = await serve((response) => reply(response, 401, error.toBody()));
    await expect(collect(server.transport.events())).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('ends without an error when aborted, and tells nothing after that', async () => {
    await using server = await serve((response) => streamOf(response).write(frames));
    const abort = new AbortController();
    const seen: ReceivedEvent[] = [];
    for await (const event of server.transport.events({ signal: abort.signal })) {
      seen.push(event);
      abort.abort();
    }
    expect(seen).toEqual([snapshot]);
  });

  test('closes its connection when its reader stops', async () => {
    let handle: Handler | undefined;
    const isClosed = new Promise<void>((resolve) => {
      handle = (response) => streamOf(response.on('close', resolve)).write(frames);
    });
    await using server = await serve((...request) => handle?.(...request));
    for await (const _ of server.transport.events()) break;
    await isClosed;
  });
});

describe('a stream that is silent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A gateway whose reply, and whose stream, a test writes by hand. */
  function byHand() {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
    const replies: ((response: Response) => void)[] = [];
    const send = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        replies.push(resolve);
        signal?.addEventListener('abort', () => {
          reject(new DOMException('aborted', 'AbortError'));
          stream?.error(new DOMException('aborted', 'AbortError'));
        });
      });
    const transport = new HttpTransport({ fetch: send as typeof fetch, silenceLimitMs: 1_000 });
    return {
      next: transport.events()[Symbol.asyncIterator]().next(),
      answer: () => replies.forEach((resolve) => resolve(new Response(body))),
      write: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    };
  }

  test('counts as cut where the gateway never answers', async () => {
    const end = byHand().next.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toMatchObject({ code: 'unreachable' });
  });

  test('counts as cut where nothing comes for too long, and lives by signs of life', async () => {
    const { next, answer, write } = byHand();
    let cut: unknown;
    const end = next.catch((error: unknown) => (cut = error));
    answer();
    for (let sign = 0; sign < 5; sign++) {
      await vi.advanceTimersByTimeAsync(999);
      write(': still here\n\n');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(cut).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toMatchObject({ code: 'unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a request that is never answered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  interface Sent {
    signal: AbortSignal | null | undefined;
    body: string;
  }

  /** A gateway whose every reply a test decides; `undefined` is the silence of a connection that died. */
  function gateway(replyTo: (sent: Sent, index: number) => Response | undefined, options: HttpTransportOptions = {}) {
    const requests: Sent[] = [];
    const send = (_: unknown, { signal, body }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        const sent = { signal, body: body as string };
        const response = replyTo(sent, requests.push(sent) - 1);
        if (response) resolve(response);
        else signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    return { requests, transport: new HttpTransport({ fetch: send as typeof fetch, ...options }) };
  }

  /** A reply whose headers came, and of whose body only the beginning. */
  function brokenOff({ signal }: Sent, status = 200): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"ok":'));
        signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
      },
    });
    return new Response(body, { status });
  }

  const calls: [name: string, limitMs: number, call: (transport: HttpTransport) => Promise<unknown>][] = [
    ['approveTool', 10_000, (transport) => transport.approveTool(sessionId, approval)],
    ['denyTool', 10_000, (transport) => transport.denyTool(sessionId, approval)],
    ['submitAnswers', 10_000, (transport) => transport.submitAnswers(sessionId, { ...approval, answers: {} })],
    ['markSeen', 10_000, (transport) => transport.markSeen('a')],
    ['takeBackAnswer', 10_000, (transport) => transport.takeBackAnswer('a')],
    ['about', 30_000, (transport) => transport.about()],
    ['listSessions', 30_000, (transport) => transport.listSessions()],
    ['getSession', 30_000, (transport) => transport.getSession(sessionId)],
    ['listMessages', 30_000, (transport) => transport.listMessages(sessionId)],
    ['readImage', 30_000, (transport) => transport.readImage(sessionId, 'a')],
    ['listAsks', 30_000, (transport) => transport.listAsks()],
    ['getAsk', 30_000, (transport) => transport.getAsk('a')],
    ['readLog', 30_000, (transport) => transport.readLog()],
    ['createSession', 90_000, (transport) => transport.createSession({ cwd: '/' })],
    ['sendMessage', 90_000, (transport) => transport.sendMessage(sessionId, { content: 'Go on.' })],
    ['updateSession', 90_000, (transport) => transport.updateSession(sessionId, { title: 'x' })],
    ['deleteSession', 90_000, (transport) => transport.deleteSession(sessionId)],
    ['interrupt', 90_000, (transport) => transport.interrupt(sessionId)],
    ['deliverAnswer', 90_000, (transport) => transport.deliverAnswer('a')],
    ['typeIntoPane', 90_000, (transport) => transport.typeIntoPane(sessionId, { data: 'eA==' })],
    ['resizePane', 90_000, (transport) => transport.resizePane(sessionId, { columns: 80, rows: 24 })],
  ];
  test.each(calls)('is given up: %s after %i ms', async (_, limitMs, call) => {
    const { requests, transport } = gateway(() => undefined);
    const end = call(transport).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(100);
    expect(requests[0]?.signal?.aborted).toBe(true);
    await vi.runAllTimersAsync();
    expect(await end).toMatchObject({ code: 'unreachable' });
  });

  test('[L1] is sent again with the same key where it is an answer, and is done when that is acknowledged', async () => {
    const { requests, transport } = gateway((_, index) => (index === 0 ? undefined : Response.json({ ok: true })));
    const end = transport.approveTool(sessionId, approval);
    await vi.advanceTimersByTimeAsync(10_000 + 1);
    await end;
    expect(requests.map(sentKey)).toEqual([sentKey(requests[0]!), sentKey(requests[0]!)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [200, (transport: HttpTransport) => transport.about()],
    [502, (transport: HttpTransport) => transport.about()],
    [200, (transport: HttpTransport) => transport.readImage(sessionId, 'a')],
  ])('is given up where the body of a reply %i never ends', async (status, call) => {
    const { transport } = gateway((sent) => brokenOff(sent, status));
    const end = call(transport).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await end).toMatchObject({ code: 'unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is given up as soon as its caller wants', async () => {
    const limits = { answerLimitMs: 1, readLimitMs: 2, agentLimitMs: 3 };
    const { requests, transport } = gateway(() => undefined, limits);
    const ends = [transport.markSeen('a'), transport.about(), transport.interrupt(sessionId)].map((call) =>
      call.catch((error: unknown) => error),
    );
    for (const expected of [
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]) {
      await vi.advanceTimersByTimeAsync(1);
      expect(requests.map(({ signal }) => signal?.aborted)).toEqual(expected);
    }
    await Promise.all(ends);
  });

  test('has longer where it has much to carry over a slow line', async () => {
    const { requests, transport } = gateway(() => undefined);
    const image = { type: 'image', mediaType: 'image/png', data: 'A'.repeat(3_200_000) } as const;
    const end = transport.sendMessage(sessionId, { content: [image] }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(90_000 + 99_999);
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false]);
    await vi.runAllTimersAsync();
    expect(await end).toMatchObject({ code: 'unreachable' });
  });
});

test.each<[string, Handler]>([
  ['says nothing', () => undefined],
  ['stops in the middle of its reply', (response) => response.writeHead(200).write('{"sessions":')],
])('a real server that %s is given up', async (_, handle) => {
  await using server = await loopback(handle);
  const transport = new HttpTransport({ baseUrl: server.url, readLimitMs: 100 });
  await expect(transport.listSessions()).rejects.toMatchObject({ code: 'unreachable' });
});

async function closedServer(): Promise<{ url: string }> {
  await using server = await loopback((response) => response.end());
  return { url: server.url };
}
