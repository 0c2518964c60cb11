import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startDemoModel, type DemoModel } from './demoModel.ts';
import { scriptedPrompt } from './promptScript.ts';
import { say, type Turn } from './script.ts';

function post(model: DemoModel, body: unknown, path = '/v1/messages?beta=true'): Promise<Response> {
  return fetch(model.url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
}

function conversation(turns: Turn[], stream = false) {
  return {
    model: 'demo',
    stream,
    tools: [{ name: 'Bash' }],
    messages: [{ role: 'user', content: scriptedPrompt(turns) }],
  };
}

test('answers with one message, or streams it', async () => {
  await using model = await startDemoModel();
  const whole = await post(model, conversation([{ blocks: [say('Hello')] }]));
  expect(await whole.json()).toMatchObject({ type: 'message', content: [say('Hello')], stop_reason: 'end_turn' });

  const streamed = await post(model, conversation([{ blocks: [say('Hello')] }], true));
  expect(streamed.headers.get('content-type')).toBe('text/event-stream');
  expect(await streamed.text()).toMatch(/^event: message_start\n[\s\S]*event: message_stop\n.*\n\n$/);
});

test('counts tokens', async () => {
  await using model = await startDemoModel();
  const response = await post(model, conversation([{ blocks: [] }]), '/v1/messages/count_tokens');
  expect(await response.json()).toEqual({ input_tokens: expect.any(Number) });
  expect(model.requests).toHaveLength(0);
});

test.each([
  ['no JSON', '{"model":'],
  ['no messages', '{"model":"demo"}'],
])('a request with %s is invalid', async (_, body) => {
  await using model = await startDemoModel();
  const response = await post(model, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
});

test('knows no other path', async () => {
  await using model = await startDemoModel();
  const response = await fetch(`${model.url}/v1/models`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { type: 'not_found_error' } });
});

test('a scripted error carries its status and headers, and gives way after so many attempts', async () => {
  await using model = await startDemoModel();
  const error = { status: 429, type: 'rate_limit_error', message: 'Slow down', retryAfterSeconds: 3, times: 1 };
  const asked = conversation([{ blocks: [say('Now')], error: { ...error, retryable: true } }]);
  const first = await post(model, asked);
  expect(first.status).toBe(429);
  expect(first.headers.get('retry-after')).toBe('3');
  expect(first.headers.get('x-should-retry')).toBe('true');
  expect(await first.json()).toEqual({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } });
  expect((await post(model, asked)).status).toBe(200);
  expect(model.requests.map(({ attempt }) => attempt)).toEqual([0, 1]);
});

// An hour between chunks: these tests end only if nothing waits for the next one.
const endless = conversation([{ blocks: [say('tick tock')], pace: { chunkChars: 1, delayMs: 3_600_000 } }], true);

test('a client that hangs up ends its stream at once', async () => {
  await using model = await startDemoModel();
  const client = request(`${model.url}/v1/messages`, { method: 'POST' });
  client.end(JSON.stringify(endless));
  const [response] = await once(client, 'response');
  response.destroy();
  const waits = () => process.getActiveResourcesInfo().includes('Timeout');
  while (waits()) await immediately();
  expect(waits()).toBe(false);
});

test('closing ends every stream, and may be asked for twice', async () => {
  const model = await startDemoModel();
  const response = await post(model, endless);
  const body = response.text().catch((error: unknown) => error);
  await Promise.all([model.close(), model.close()]);
  expect(await body).toBeInstanceOf(Error);
  await expect(post(model, endless)).rejects.toThrow();
});
