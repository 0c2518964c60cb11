import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { sessionId } from '../../../../../tests/support/asks.ts';
import { textDelta } from '../../../../../tests/support/conversations.ts';
import { serveGateway, testGateway, token } from '../../../../../tests/support/testGateway.ts';

async function served() {
  const house = await testGateway();
  const server = await serveGateway(house);
  const { events } = house.gateway.rooms;
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
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
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

  test.each(['', 'nonsense', 'other-epoch:1', ':', '1:99999999999999999999'])(
    '[L6] a Last-Event-ID that leads nowhere gets a snapshot: “%s”',
    async (lastEventId) => {
      await using house = await served();
      const stream = await house.stream(lastEventId);
      expect(await stream.next()).toMatchObject({ data: { type: 'snapshot' } });
      await stream.cancel();
    },
  );

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

  test('a line break in a text does not break a frame', async () => {
    await using house = await served();
    const stream = await house.stream();
    await stream.next();
    house.append('a\n\nb\r\ndata: c\u2028');
    expect(await stream.next()).toMatchObject({ data: { data: { text: 'a\n\nb\r\ndata: c\u2028' } } });
    await stream.cancel();
  });

  test('[L8] a client that stops reading delays nobody, and gets a reset when it reads again', async () => {
    await using house = await served();
    const stuck = connect(Number(new URL(house.server.url).port), '127.0.0.1');
    await once(stuck, 'connect');
    stuck.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    stuck.pause();
    const reader = await house.stream();
    await reader.next();
    const eventCount = 40;
    for (let index = 1; index <= eventCount; index++) {
      house.append('x'.repeat(1_000_000));
      expect(await reader.next()).toMatchObject({ data: { seq: index } });
    }
    await reader.cancel();
    let text = '';
    stuck.on('data', (chunk: Buffer) => (text = (text + chunk.toString('latin1')).slice(-500_000)));
    stuck.resume();
    while (!text.includes('"reset":true')) await once(stuck, 'data');
    stuck.destroy();
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

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function timerIsSet(clock: { timerCount: number }): Promise<void> {
  while (clock.timerCount === 0) await turn();
}

async function timersAreGone(clock: { timerCount: number }): Promise<void> {
  while (clock.timerCount > 0) await turn();
}
