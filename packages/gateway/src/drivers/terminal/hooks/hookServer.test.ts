import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookStage } from '../../../../../../tests/support/hookStage.ts';
import { systemClock } from '../../../clock.ts';
import { newSecret } from '../../../access/credentials.ts';
import { HookEndpoints, looksLikeSecret } from './hookEndpoints.ts';
import { createHookServer } from './hookServer.ts';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';

const sessionId = '51f6e018-c080-40ad-87d2-772796127a2c';
const stop = {
  session_id: sessionId,
  transcript_path: '/p/s.jsonl',
  cwd: '/w',
  hook_event_name: 'Stop',
  background_tasks: [],
};

let folder: TempFolder;
let endpoints: HookEndpoints;
beforeEach(() => {
  folder = tempFolder();
  endpoints = new HookEndpoints(folder.path);
  endpoints.announce(4517);
});
afterEach(() => {
  endpoints[Symbol.dispose]();
  folder[Symbol.dispose]();
});

function secretIn(path: string): string {
  return readFileSync(path, 'utf8').split(' ')[2] ?? '';
}

/** Reports an event as the hook command does, changed where a test cares. */
async function report(change: { headers?: Record<string, string | undefined>; body?: string; event?: string } = {}) {
  const heard: string[] = [];
  const handle = createHookServer({
    endpoints,
    clock: systemClock,
    onArrival: ({ event }) => heard.push(event),
    onTrouble: () => undefined,
    listener: { onHook: () => Promise.resolve(undefined) },
  });
  const body = change.body ?? JSON.stringify(stop);
  const headers = {
    host: '127.0.0.1:4517',
    authorization: `Bearer ${secretIn(folder.at('hook-endpoint'))}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...change.headers,
  };
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  const url = `http://127.0.0.1:4517/hooks/${change.event ?? 'Stop'}`;
  const response = await handle(new Request(url, { method: 'POST', headers: given, body }));
  return { status: response.status, text: await response.text(), proof: response.headers.get('beckon-proof'), heard };
}

describe('a report', () => {
  test('is taken with an empty 200 and the proof that it was the gateway who took it', async () => {
    const proof = readFileSync(folder.at('hook-endpoint'), 'utf8').trim().split(' ')[3];
    expect(await report()).toEqual({ status: 200, text: '', proof, heard: ['Stop'] });
  });

  test.each<[string, Parameters<typeof report>[0], number]>([
    ['by another name of this machine', { headers: { host: 'evil.example:4517' } }, 403],
    ['without a host', { headers: { host: undefined } }, 403],
    ['from a web page', { headers: { origin: 'http://127.0.0.1:4517' } }, 403],
    ['from a browser', { headers: { 'sec-fetch-site': 'none' } }, 403],
    ['without a secret', { headers: { authorization: undefined } }, 401],
    ['with another secret', { headers: { authorization: `Bearer ${'0'.repeat(64)}` } }, 401],
    ['as a form', { headers: { 'content-type': 'text/plain' } }, 415],
    ['without a length', { headers: { 'content-length': undefined } }, 400],
    ['of 17 MB', { headers: { 'content-length': String(17 * 1024 * 1024) } }, 413],
    ['that is not JSON', { body: '{' }, 400],
    ['of another event', { event: 'SessionEnd' }, 400],
    ['of no event', { event: '' }, 400],
  ])('%s is refused', async (_name, change, status) => {
    const reply = await report(change);
    expect(reply).toMatchObject({ status, proof: null, heard: [] });
    expect(JSON.parse(reply.text).error.message).toMatch(/\.$|:/);
  });

  test('with the secret of a session that is over is refused', async () => {
    const path = endpoints.openFor(sessionId);
    const headers = { authorization: `Bearer ${secretIn(path)}` };
    expect((await report({ headers })).status).toBe(200);
    endpoints.closeFor(sessionId);
    expect((await report({ headers })).status).toBe(401);
  });
});

test('a secret of an earlier gateway is known for what it is, and the API token is none', () => {
  const earlier = secretIn(folder.at('hook-endpoint'));
  using _ = new HookEndpoints(folder.path);
  expect(looksLikeSecret(earlier)).toBe(true);
  expect(looksLikeSecret(newSecret())).toBe(false);
});

test('a listener that fails leaves the decision to the terminal', async () => {
  const troubles: string[] = [];
  const handle = createHookServer({
    endpoints,
    clock: systemClock,
    onArrival: () => undefined,
    onTrouble: ({ code }) => troubles.push(code),
    listener: { onHook: () => Promise.reject(new Error('broken')) },
  });
  const send = (event: string) => {
    const body = JSON.stringify({ ...stop, hook_event_name: event, tool_name: 'Bash', tool_input: {} });
    const headers = {
      host: 'localhost',
      authorization: `Bearer ${secretIn(folder.at('hook-endpoint'))}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    return handle(new Request(`http://localhost/hooks/${event}`, { method: 'POST', headers, body }));
  };
  expect((await send('PermissionRequest')).status).toBe(500);
  expect((await send('Stop')).status).toBe(200);
  expect(troubles).toEqual(['internal', 'internal']);
});

test('an endpoint that is opened before the port is known is written when it is', async () => {
  await using stage = await HookStage.open();
  const path = stage.endpoints.openFor(sessionId);
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${stage.port} ${process.pid} [0-9a-f]{64} [0-9a-f]{64}\n$`));
  const early = new HookEndpoints(folder.at('other'));
  const earlyPath = early.openFor(sessionId);
  expect(() => readFileSync(earlyPath)).toThrow('ENOENT');
  early.announce(1234);
  expect(readFileSync(earlyPath, 'utf8')).toMatch(/^1234 /);
  expect(() => early.openFor('../../etc')).toThrow();
});
