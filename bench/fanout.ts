// How long an event takes to the last of many clients: with one client among them that has stopped reading, against
// without it; and against a bare server that writes each event to each of its clients and does nothing else.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpTransport } from '@beckon/protocol';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder } from './measure.ts';

const rounds = 400;
const warmUp = 100;
const readers = 99;
/** As one write of a model that answers in a hurry. */
const burst = 50;

/** A message that grew without end would be what is measured. */
const eventsPerMessage = 100;

/** Something that tells its clients. */
interface Source {
  url: string;
  token: string;
  tell(text: string): void;
}

export async function benchFanout(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using alone = await gatewaySource(join(folder.path, 'alone'));
  await using beset = await gatewaySource(join(folder.path, 'beset'));
  await using bare = await bareSource();
  using listeners = startListeners();
  const sources = { alone, beset, bare };
  await listeners.open('beset', { source: beset, count: 1, reads: false });
  for (const [group, source] of Object.entries(sources)) {
    await listeners.open(group, { source, count: readers, reads: true });
  }
  // More than the kernel takes for a reader that is away.
  for (let piece = 0; piece < 40; piece++) await listeners.heard('beset', beset, [`${filler(250_000)}piece ${piece}.`]);

  const single = { alone: [] as number[], beset: [] as number[], bare: [] as number[] };
  const many = { alone: [] as number[], beset: [] as number[], bare: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const group of inTurn(round)) {
      const one = await listeners.heard(group, sources[group], [`${filler(200)}round ${round}.`]);
      const texts = Array.from({ length: burst }, (_, index) => `${filler(200)}round ${round}, ${index}.`);
      const all = await listeners.heard(group, sources[group], texts);
      if (round < warmUp) continue;
      single[group].push(one);
      many[group].push(all);
    }
  }
  const against = (what: string, [values, base]: [number[], number[]], limit: number): Ratio => ({
    what,
    ratio: median(values) / median(base),
    limit,
    detail: `${median(values).toFixed(2)} ms against ${median(base).toFixed(2)} ms, medians of ${rounds}`,
  });
  return [
    against(
      `event to ${readers} clients beside one that is stuck, against without it`,
      [single.beset, single.alone],
      1.1,
    ),
    against(`${burst} events to them at once, against the same`, [many.beset, many.alone], 1.1),
    against(`event to ${readers} clients, against a bare server`, [single.alone, single.bare], 1.5),
    against(`${burst} events to them at once, against the same`, [many.alone, many.bare], 1.5),
  ];
}

/** Each is first as often as the others. */
function inTurn(round: number) {
  const groups = ['alone', 'beset', 'bare'] as const;
  return groups.map((_, index) => groups[(index + round) % groups.length] ?? 'bare');
}

function filler(length: number): string {
  return 'x'.repeat(length);
}

async function gatewaySource(stateDir: string): Promise<Source & AsyncDisposable> {
  const { driver, hosts } = idleDriver();
  const served = await serveGateway(stateDir, driver);
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  await transport.createSession({ cwd: stateDir });
  const host = hosts[0];
  if (!host) throw new Error('the session has no agent');
  let told = 0;
  return {
    url: served.url,
    token: served.token,
    tell(text) {
      const messageId = `message ${Math.floor(told / eventsPerMessage)}`;
      if (told % eventsPerMessage === 0) {
        host.emit({ type: 'message_start', data: { id: messageId, role: 'assistant', createdAt: 1 } });
      }
      told += 1;
      host.emit({ type: 'text_delta', data: { messageId, text } });
    },
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

async function bareSource(): Promise<Source & AsyncDisposable> {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    responses.push(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let seq = 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'none',
    tell(text) {
      seq += 1;
      const event = { type: 'text_delta', data: { messageId: 'message', text }, sessionId: 'session', seq };
      const frame = `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
      for (const response of responses) response.write(frame);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function startListeners() {
  const child = fork(fileURLToPath(new URL('listeners.mjs', import.meta.url)));
  const said = async (type: string) => {
    const [message] = (await once(child, 'message')) as [{ type: string; at?: number }];
    if (message.type !== type) throw new Error(`the listeners said ${message.type} instead of ${type}`);
    return message.at ?? Number.NaN;
  };
  return {
    async open(group: string, { source, ...order }: { source: Source; count: number; reads: boolean }) {
      const { url, token } = source;
      child.send({ type: 'open', group, url, token, ...order });
      await said('opened');
    },
    /** How long until each client of the group has the last of these texts. */
    async heard(group: string, source: Source, texts: string[]): Promise<number> {
      child.send({ type: 'wait', group, text: texts.at(-1)?.slice(-40) });
      await said('waiting');
      const heard = said('heard');
      // The kernel's clock, which both processes see.
      const start = Number(process.hrtime.bigint()) / 1e6;
      for (const text of texts) source.tell(text);
      return (await heard) - start;
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}
