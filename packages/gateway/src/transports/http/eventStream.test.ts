import { connect } from 'node:net';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { sessionId } from '../../../../../tests/support/asks.ts';
import { textDelta } from '../../../../../tests/support/conversations.ts';
import { serveGateway, testGateway, token } from '../../../../../tests/support/testGateway.ts';
import { signOfLifeMs, signsUntilCut } from './eventStream.ts';

async function served() {
  const house = await testGateway();
  const server = await serveGateway(house);
  const { events } = house.gateway.parts;
  return {
    ...house,
    server,
    events,
    append: (text: string) => events.append(sessionId, textDelta(text)),
    async stream(lastEventId?: string) {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      };
      return new Frames(await fetch(`${server.url}/api/events`, { headers }));
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await house[Symbol.asyncDispose]();
    },
  };
}

/** The frames of a stream, as text, one by one. */
class Frames {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  async next(): Promise<
    { id?: string; data?: { type: string; seq: number; data: unknown }; comment?: string } | undefined
  > {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
    const [frame = '', ...rest] = this.#text.split('\n\n');
    this.#text = rest.join('\n\n');
    if (frame.startsWith(':')) return { comment: frame };
    const [, id, data] = /^id: ([^\n]*)\ndata: ([^\n]*)$/.exec(frame) ?? [];
    return { id: id ?? '', data: JSON.parse(data ?? '') as { type: string; seq: number; data: unknown } };
  }

  cancel() {
    return this.#reader.cancel();
  }
}

describe('the stream over HTTP', () => {
  test('[L6] begins with the snapshot; each id is a place to resume from', async () => {
    await using house = await served();
    house.append('before');
    const stream = await house.stream();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    const snapshot = await stream.next();
    expect(snapshot).toMatchObject({ id: `${house.events.epoch}:1`, data: { type: 'snapshot', seq: 1 } });
    house.append('one');
    const one = await stream.next();
    expect(one).toMatchObject({ id: `${house.events.epoch}:2`, data: { type: 'text_delta', seq: 2 } });
    await stream.cancel();

    house.append('while away');
    const resumed = await house.stream(one?.id);
    expect(await resumed.next()).toMatchObject({ data: { seq: 3, data: { text: 'while away' } } });
    await resumed.cancel();
  });

  test.each([
    'nonsense',
    ':',
    'EPOCH',
    'EPOCH:',
    'EPOCH:-1',
    'EPOCH:1.5',
    'EPOCH:1e3',
    'EPOCH:99',
    'EPOCH:999999999999999',
    'EPOCH:99999999999999999999',
    'EPOCH:1:1',
    'another-epoch:1',
    '00000000-0000-4000-8000-000000000000:1',
    `${'x'.repeat(10_000)}:1`,
    '__proto__:1',
    '%00:1',
  ])('[L6] a Last-Event-ID that leads nowhere gets a snapshot that says reset: %s', async (text) => {
    await using house = await served();
    house.append('one');
    const stream = await house.stream(text.replace('EPOCH', house.events.epoch));
    expect(await stream.next()).toMatchObject({ data: { type: 'snapshot', seq: 1, data: { reset: true } } });
    house.append('two');
    expect(await stream.next()).toMatchObject({ data: { seq: 2 } });
    await stream.cancel();
  });

  test('[L6] whoever comes back after an hour, when the tail is gone, starts over from what is so now', async () => {
    await using house = await served();
    const stream = await house.stream();
    const { id } = (await stream.next()) ?? {};
    await stream.cancel();
    for (let index = 0; index < 30_000; index++) house.append('x');
    house.clock.advance(60 * 60_000);
    const client = house.gateway.connect('a test');
    const session = await client.createSession({ cwd: house.folder.path });
    const resumed = await house.stream(id);
    expect(await resumed.next()).toMatchObject({
      data: { type: 'snapshot', data: { reset: true, sessions: [{ id: session.id }] } },
    });
    await resumed.cancel();
  });

  test('gives a sign of life every 15 s while nothing happens, and goes on after it', async () => {
    await using house = await served();
    const stream = await house.stream();
    await stream.next();
    for (let sign = 0; sign < 3; sign++) {
      const frame = stream.next();
      await timerIsSet(house.clock);
      house.clock.advance(14_999);
      house.clock.advance(1);
      expect(await frame).toEqual({ comment: ': still here' });
    }
    house.append('news');
    expect(await stream.next()).toMatchObject({ data: { seq: 1 } });
    await stream.cancel();
  });

  test('has the headers that every response has, tells proxies to pass it on, and has no body for HEAD', async () => {
    await using house = await served();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${house.server.url}/api/events`, { method: 'HEAD', headers });
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(house.clock.timerCount).toBe(0);
  });

  test('a line break in a text does not break a frame', async () => {
    await using house = await served();
    const stream = await house.stream();
    await stream.next();
    house.append('a\n\nb\r\ndata: c\u2028');
    expect(await stream.next()).toMatchObject({ data: { data: { text: 'a\n\nb\r\ndata: c\u2028' } } });
    await stream.cancel();
  });

  test('ends when the server closes, and leaves no timer behind', async () => {
    await using house = await served();
    const stream = await house.stream();
    await stream.next();
    const end = stream.next().catch(() => undefined);
    await house.server.close();
    expect(await end).toBeUndefined();
    await timersAreGone(house.clock);
  });

  test('a client that goes leaves no timer behind', async () => {
    await using house = await served();
    const stream = await house.stream();
    await stream.next();
    await timerIsSet(house.clock);
    await stream.cancel();
    await timersAreGone(house.clock);
  });
});

describe('[L8] a client that stops reading', () => {
  test('delays nobody, and gets a reset when it reads again', async () => {
    await using house = await served();
    using stuck = await stuckClient(house.server.url);
    const reader = await house.stream();
    await reader.next();
    for (let index = 1; index <= 40; index++) {
      house.append(megabyte);
      expect(await reader.next()).toMatchObject({ data: { seq: index } });
    }
    await reader.cancel();
    let text = '';
    stuck.socket.on('data', (chunk: Buffer) => (text = (text + chunk.toString('latin1')).slice(-500_000)));
    stuck.socket.resume();
    while (!text.includes('"reset":true')) await once(stuck.socket, 'data');
  });

  test('is cut off after a minute, and the others are not', async () => {
    await using house = await served();
    using stuck = await stuckClient(house.server.url);
    const reader = await house.stream();
    await reader.next();
    for (let index = 0; index < 20; index++) {
      house.append(megabyte);
      await reader.next();
    }
    for (let sign = 1; sign <= signsUntilCut; sign++) {
      expect(house.clock.timerCount).toBe(1);
      house.clock.advance(signOfLifeMs);
      expect(await reader.next()).toEqual({ comment: ': still here' });
    }
    stuck.socket.resume();
    await once(stuck.socket, 'close');
    house.append('still told');
    expect(await reader.next()).toMatchObject({ data: { data: { text: 'still told' } } });
    await reader.cancel();
    await timersAreGone(house.clock);
  });

  test('is not cut off where it is only slow', async () => {
    await using house = await served();
    using slow = await stuckClient(house.server.url);
    for (let index = 0; index < 30; index++) house.append(megabyte);
    for (let sign = 0; sign < 3 * signsUntilCut; sign++) {
      house.clock.advance(signOfLifeMs);
      // A little at a time, and never all of it.
      let bytes = 0;
      slow.socket.resume();
      while (bytes < megabyte.length) bytes += ((await once(slow.socket, 'data')) as [Buffer])[0].length;
      slow.socket.pause();
      await turn();
    }
    expect(slow.socket.destroyed).toBe(false);
  });

  test('costs the gateway next to nothing: 200 of them, told 45 MB each, less than 20 MB together', async () => {
    await using house = await served();
    // More than the tail keeps and than the kernel takes for a reader that is away.
    const tellMuch = async () => {
      for (let index = 0; index < 150; index++) {
        house.append('x'.repeat(300_000));
        await turn();
      }
    };
    await tellMuch();
    const before = usedBytes();
    const stuck = await Promise.all(Array.from({ length: 200 }, () => stuckClient(house.server.url)));
    await tellMuch();
    expect(usedBytes() - before).toBeLessThan(20_000_000);
    for (const { socket } of stuck) socket.destroy();
  }, 30_000);
});

const megabyte = 'x'.repeat(1_000_000);

/** A socket on the stream that reads its beginning, and then nothing until it is told to. */
async function stuckClient(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return { socket, [Symbol.dispose]: () => void socket.destroy() };
}

/** What this process holds, once all that can be collected has been. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function timerIsSet(clock: { timerCount: number }): Promise<void> {
  while (clock.timerCount === 0) await turn();
}

async function timersAreGone(clock: { timerCount: number }): Promise<void> {
  while (clock.timerCount > 0) await turn();
}
