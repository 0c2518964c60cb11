// Beckon as a library: a driver from outside, which knows @beckon/gateway and @beckon/protocol and nothing else, works
// like Beckon's own, over HTTP and within the process.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Driver, Gateway } from '@beckon/gateway';
import { openGateway, serveGateway } from '@beckon/gateway';
import type { Transport, View } from '@beckon/protocol';
import { emptyView, HttpTransport, openAsks, reduceView } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { echoDriver } from './echoDriver.ts';
import { run } from './echoProgram.ts';

const token = 'a-long-and-random-text-for-this-test-alone';

const connections: [string, (gateway: Gateway) => Promise<Transport & AsyncDisposable>][] = [
  [
    'HTTP',
    async (gateway) => {
      const server = await serveGateway(gateway, { token });
      const transport = new HttpTransport({ baseUrl: server.url, token });
      return Object.assign(transport, { [Symbol.asyncDispose]: () => server.close() });
    },
  ],
  [
    'the process itself',
    async (gateway) => Object.assign(gateway.connect('a test'), { [Symbol.asyncDispose]: async () => undefined }),
  ],
];

test.each(connections)('an agent from outside asks over %s, hears the answer and goes on', async (_, connect) => {
  await using gateway = await openGateway({ drivers: [echoDriver], about });
  await using client = await connect(gateway);
  const { id } = await client.createSession({ cwd: tmpdir(), prompt: 'Hello!' });

  const [ask] = openAsks(await until(client, (view) => openAsks(view).length === 1));
  expect(ask).toMatchObject({ kind: 'approval', toolName: 'Repeat', input: { text: 'Hello!' } });
  await client.approveTool(id, { toolCallId: ask!.toolCallId, remember: true });

  await until(client, ({ sessions }) => sessions[id]?.state === 'user_turn');
  expect(await saidBy(client, id)).toEqual(['Hello!']);
  expect(await client.getSession(id)).toMatchObject({ driver: 'echo', permissionMode: 'parrot', asks: [] });

  await client.sendMessage(id, { content: 'And again.' });
  await until(client, ({ sessions }) => sessions[id]?.state === 'user_turn');
  await expect.poll(() => saidBy(client, id)).toEqual(['Hello!', 'And again.']);
});

test.each(connections)('an agent from outside hears a no, and is interrupted, over %s', async (_, connect) => {
  await using gateway = await openGateway({ drivers: [echoDriver], about });
  await using client = await connect(gateway);
  const { id } = await client.createSession({ cwd: tmpdir(), prompt: 'Hello!' });
  const [ask] = openAsks(await until(client, (view) => openAsks(view).length === 1));
  await client.denyTool(id, { toolCallId: ask!.toolCallId, message: 'Not so loud.' });
  await until(client, ({ sessions }) => sessions[id]?.state === 'user_turn');
  expect(await saidBy(client, id)).toEqual(['Not so loud.']);

  await client.sendMessage(id, { content: 'Hello?' });
  await until(client, (view) => openAsks(view).length === 1);
  await client.interrupt(id);
  await until(client, (view) => openAsks(view).length === 0 && view.sessions[id]?.state === 'user_turn');
  expect(await saidBy(client, id)).toEqual(['Not so loud.']);
});

test('clients are told of the modes of a driver from outside, and held to them', async () => {
  await using gateway = await openGateway({ drivers: [echoDriver], about });
  const client = gateway.connect('a test');
  expect((await client.about()).drivers).toEqual([{ name: 'echo', ...echoDriver.description }]);
  const wanted = client.createSession({ cwd: tmpdir(), permissionMode: 'acceptEdits' });
  await expect(wanted).rejects.toMatchObject({ code: 'invalid_request', message: /polite, parrot/ });
});

test('a driver’s own routes are served beside the API, which they cannot take over, and it learns where', async () => {
  const heard: string[] = [];
  const handle = async (request: Request) => Response.json({ said: await request.text() });
  const driver: Driver = {
    ...echoDriver,
    routes: [
      { method: 'POST', path: '/echo/:event', handle },
      { method: 'GET', path: '/api/about', handle },
    ],
    listening: ({ url }) => heard.push(url),
  };
  await using gateway = await openGateway({ drivers: [driver], about });
  await using server = await serveGateway(gateway, { token });
  expect(heard).toEqual([server.url]);
  const reply = await fetch(`${server.url}/echo/anything`, { method: 'POST', body: 'Hello!' });
  expect(await reply.json()).toEqual({ said: 'Hello!' });
  expect((await fetch(`${server.url}/api/about`)).status).toBe(401);
});

test('a program of one’s own serves the page and hears of asks in process', async () => {
  const lines: string[] = [];
  const stopping = new AbortController();
  const running = run((line) => lines.push(line), stopping.signal);
  await expect.poll(() => lines).toHaveLength(2);
  stopping.abort();
  await running;
  expect(lines).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/login\?code=/),
    'Hello!: Repeat waits for you',
  ]);
});

test('the guide shows this very driver and this very program', () => {
  const guide = readFileSync(new URL('../../guides/building-on-beckon.md', import.meta.url), 'utf8');
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(blocks[0]).toBe(read('./echoDriver.ts'));
  expect(blocks[1]).toBe(read('./echoProgram.ts'));
});

const about = { version: '0', defaultCwd: tmpdir() };

/** What a client shows, as soon as it is so. */
async function until(transport: Transport, isSo: (view: View) => boolean): Promise<View> {
  let view = emptyView;
  for await (const event of transport.events()) {
    view = reduceView(view, event);
    if (isSo(view)) return view;
  }
  throw new Error('The events have ended.');
}

async function saidBy(transport: Transport, sessionId: string): Promise<string[]> {
  const { messages } = await transport.listMessages(sessionId);
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  return parts.flatMap((part) => (part.type === 'text' ? part.text : []));
}
