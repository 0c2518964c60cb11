// A Messages API that answers when the benchmark says so: it notes when each request comes, and when the last byte of each
// message has gone out.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeEvent, messageEvents, toMessage } from '../packages/demo-model/src/response.ts';
import type { Pace, Turn } from '../packages/demo-model/src/script.ts';
import { wallClock } from './measure.ts';

export interface HeldRequest {
  arrivedAt: number;
  /** Resolves with the time at which the last byte was written. */
  reply(turn: Turn): Promise<number>;
}

export interface SteppedModel extends AsyncDisposable {
  url: string;
  /** The next request of the conversation that nobody has answered yet. */
  next(): Promise<HeldRequest>;
}

export async function startSteppedModel(): Promise<SteppedModel> {
  const held: HeldRequest[] = [];
  let wanted: ((request: HeldRequest) => void) | undefined;
  const hold = (request: HeldRequest) => {
    if (wanted) wanted(request);
    else held.push(request);
    wanted = undefined;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const arrivedAt = wallClock();
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages?')) {
      response.writeHead(404).end();
      return;
    }
    const body = await text(request);
    const { model, tools = [] } = JSON.parse(body) as { model: string; tools?: unknown[] };
    const reply = (turn: Turn) => stream(response, toMessage(turn, { model, length: body.length }), turn.pace);
    // A request without tools is the agent's own: it wants a title.
    if (tools.length === 0) await reply({ blocks: [{ type: 'text', text: 'A title' }] });
    else hold({ arrivedAt, reply });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: async () => held.shift() ?? new Promise((resolve) => (wanted = resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const usualPace: Pace = { chunkChars: 24, delayMs: 4 };

async function stream(
  response: ServerResponse,
  message: ReturnType<typeof toMessage>,
  pace = usualPace,
): Promise<number> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of messageEvents(message, pace.chunkChars)) {
    response.write(encodeEvent(event));
    if (pace.delayMs > 0 && event.type === 'content_block_delta') await sleep(pace.delayMs);
  }
  response.end();
  return wallClock();
}
