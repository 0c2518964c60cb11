import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, planDraft, questionDraft } from '../../../../../tests/support/asks.ts';
import type { TestApp } from '../../../../../tests/support/testApp.ts';
import { errorOf, testApp } from '../../../../../tests/support/testApp.ts';

/** An app with a session whose agent asks three things. */
async function appWithAsks() {
  const app = await testApp();
  const response = await app.ask('POST /api/sessions', { body: { cwd: app.folder.path } });
  const { id } = (await response.json()) as { id: string };
  const agent = app.driver.agent(id);
  void agent.call(approvalDraft());
  void agent.call(questionDraft());
  void agent.call(planDraft());
  return { ...app, id, agent, path: `/api/sessions/${id}` };
}
const answers = { '0': 'SQLite', '1': '["Search"]' };
const nowhere = '/api/sessions/00000000-0000-4000-8000-000000000000';

describe('what works', () => {
  const cases: [string, (path: string, app: TestApp) => [string, unknown?], number, object][] = [
    ['health', () => ['GET /api/health'], 200, { ok: true }],
    ['about', () => ['GET /api/about'], 200, { version: '1.2.3' }],
    [
      'create',
      (_, { folder }) => ['POST /api/sessions', { cwd: folder.path, prompt: 'hi' }],
      201,
      { state: 'assistant_turn' },
    ],
    ['list', () => ['GET /api/sessions'], 200, { sessions: [{ state: 'user_turn', asks: [{}, {}, {}] }] }],
    ['get', (path) => [`GET ${path}`], 200, { asks: [{ kind: 'approval' }, { kind: 'question' }, { kind: 'plan' }] }],
    ['update', (path) => [`PATCH ${path}`, { title: 'New' }], 200, { title: 'New' }],
    ['delete', (path) => [`DELETE ${path}`], 200, { ok: true }],
    ['messages', (path) => [`GET ${path}/messages?limit=1`], 200, { messages: [{ role: 'assistant' }], next: /^\d+$/ }],
    ['send', (path) => [`POST ${path}/messages`, { content: 'hi' }], 202, { ok: true }],
    ['interrupt', (path) => [`POST ${path}/interrupt`], 200, { ok: true }],
    ['interrupt with a body', (path) => [`POST ${path}/interrupt`, {}], 200, { ok: true }],
    ['approve', (path) => [`POST ${path}/approve`, { toolCallId: 'toolu_1' }], 200, { ok: true }],
    [
      'approve a plan',
      (path) => [`POST ${path}/approve`, { toolCallId: 'toolu_plan', permissionMode: 'default' }],
      200,
      { ok: true },
    ],
    ['deny', (path) => [`POST ${path}/deny`, { toolCallId: 'toolu_1', message: 'no' }], 200, { ok: true }],
    [
      'submit answers',
      (path) => [`POST ${path}/submit-answers`, { toolCallId: 'toolu_question', answers }],
      200,
      { ok: true },
    ],
    ['asks', () => ['GET /api/asks'], 200, { asks: [{ kind: 'approval' }, { kind: 'question' }, { kind: 'plan' }] }],
    ['all asks', () => ['GET /api/asks?state=all&limit=1'], 200, { asks: [{ kind: 'plan' }], next: /^\d+$/ }],
    [
      'a link for another browser',
      () => ['POST /api/login-codes'],
      201,
      {
        code: /^[\w-]{32}$/,
        url: /^http:\/\/127\.0\.0\.1:4517\/login\?code=[\w-]{32}$/,
        expiresAt: expect.any(Number),
      },
    ],
    ['a link for a device with a name', () => ['POST /api/login-codes', { name: 'My phone' }], 201, { code: /./ }],
    ['devices', () => ['GET /api/devices'], 200, { devices: [] }],
  ];
  test.each(cases)('%s', async (_, request, status, expected) => {
    await using app = await appWithAsks();
    const [line, body] = request(app.path, app);
    const response = await app.ask(line, { body });
    expect(response.status).toBe(status);
    const reply = (await response.json()) as Record<string, unknown>;
    for (const [key, value] of Object.entries(expected) as [string, unknown][]) {
      if (value instanceof RegExp) expect(reply[key]).toMatch(value);
      else expect(reply).toMatchObject({ [key]: value });
    }
  });

  test('replies are never kept by a cache, images always', async () => {
    await using app = await appWithAsks();
    expect((await app.ask(`GET ${app.path}`)).headers.get('cache-control')).toBe('no-store');
    await app.ask(`POST ${app.path}/messages`, {
      body: { content: [{ type: 'image', mediaType: 'image/gif', data: 'R0lGODlhAQABAAAAACw=' }] },
    });
    const { messages } = (await (await app.ask(`GET ${app.path}/messages`)).json()) as {
      messages: { parts: { imageId: string }[] }[];
    };
    const response = await app.ask(`GET ${app.path}/images/${messages.at(-1)?.parts[0]?.imageId}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('an answer names the device that it came from', async () => {
    await using app = await appWithAsks();
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await app.ask(`POST ${app.path}/deny`, { body: { toolCallId: 'toolu_1' }, headers: { 'user-agent': userAgent } });
    const { asks } = (await (await app.ask('GET /api/asks?state=all')).json()) as { asks: object[] };
    expect(asks.at(-1)).toMatchObject({
      answeredBy: { type: 'device', id: 'token', name: 'API token (Firefox on Linux)' },
    });
  });
});

describe('what is refused', () => {
  const cases: [string, (path: string) => [string, unknown?], number, string][] = [
    ['a body that is no JSON', (path) => [`POST ${path}/approve`, '{"toolCallId":'], 400, 'invalid_request'],
    ['an empty body', (path) => [`POST ${path}/approve`, ''], 400, 'invalid_request'],
    ['a body of another type', (path) => [`POST ${path}/approve`, '[]'], 400, 'invalid_request'],
    ['a missing field', (path) => [`POST ${path}/approve`, {}], 400, 'invalid_request'],
    ['a field of another type', (path) => [`POST ${path}/deny`, { toolCallId: 7 }], 400, 'invalid_request'],
    [
      'too few answers',
      (path) => [`POST ${path}/submit-answers`, { toolCallId: 'toolu_question', answers: {} }],
      400,
      'invalid_request',
    ],
    ['a folder that is not there', () => ['POST /api/sessions', { cwd: '/nonexistent' }], 400, 'folder_not_found'],
    ['a query that is no number', (path) => [`GET ${path}/messages?limit=many`], 400, 'invalid_request'],
    ['a cursor that is none', () => ['GET /api/asks?state=all&before=x'], 400, 'invalid_request'],
    ['an unknown session', () => [`GET ${nowhere}`], 404, 'session_not_found'],
    ['an unknown session, to answer', () => [`POST ${nowhere}/approve`, { toolCallId: 'x' }], 404, 'session_not_found'],
    ['an unknown call', (path) => [`POST ${path}/approve`, { toolCallId: 'x' }], 404, 'ask_not_found'],
    [
      'a call of another kind',
      (path) => [`POST ${path}/approve`, { toolCallId: 'toolu_question' }],
      404,
      'ask_kind_mismatch',
    ],
    ['a link for a device with no name', () => ['POST /api/login-codes', { name: ' ' }], 400, 'invalid_request'],
    ['an unknown device', () => ['DELETE /api/devices/x'], 404, 'device_not_found'],
    ['an unknown image', (path) => [`GET ${path}/images/x`], 404, 'not_found'],
    ['an unknown route', () => ['GET /api/nothing'], 404, 'not_found'],
    ['an unknown method', (path) => [`PUT ${path}`, {}], 404, 'not_found'],
    ['a change outside the API', () => ['POST /', {}], 404, 'not_found'],
  ];
  test.each(cases)('%s', async (_, request, status, code) => {
    await using app = await appWithAsks();
    const [line, body] = request(app.path);
    const response = await app.ask(line, { body });
    expect([response.status, await errorOf(response)]).toMatchObject([status, { code }]);
  });

  test('[L1] a second, different answer: 409 and the winner', async () => {
    await using app = await appWithAsks();
    await app.ask(`POST ${app.path}/approve`, { body: { toolCallId: 'toolu_1' } });
    const response = await app.ask(`POST ${app.path}/deny`, { body: { toolCallId: 'toolu_1' } });
    expect(response.status).toBe(409);
    expect(await errorOf(response)).toMatchObject({ code: 'already_answered', ask: { answer: { type: 'approve' } } });
  });

  test('[L1] a withdrawn ask: 410', async () => {
    await using app = await appWithAsks();
    await app.ask(`POST ${app.path}/interrupt`);
    const response = await app.ask(`POST ${app.path}/approve`, { body: { toolCallId: 'toolu_1' } });
    expect([response.status, await errorOf(response)]).toMatchObject([410, { code: 'ask_withdrawn' }]);
  });

  test('an agent that cannot start: 503 and what to do', async () => {
    await using app = await testApp();
    app.driver.startFailure = new BeckonError('agent_unavailable', 'Install claude first.');
    const response = await app.ask('POST /api/sessions', { body: { cwd: app.folder.path } });
    expect([response.status, await errorOf(response)]).toMatchObject([503, { message: 'Install claude first.' }]);
  });

  test('a gateway that shuts down: 503', async () => {
    await using app = await appWithAsks();
    const closing = app.gateway.close();
    const response = await app.ask('POST /api/sessions', { body: { cwd: app.folder.path } });
    expect([response.status, await errorOf(response)]).toMatchObject([503, { code: 'shutting_down' }]);
    await closing;
  });

  test('what goes wrong inside says nothing of the inside', async () => {
    await using app = await testApp();
    app.gateway.parts.sessions.list = () => {
      throw new Error('secret detail');
    };
    const response = await app.ask('GET /api/sessions');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });

  test('a body of 10 MB: 413', async () => {
    await using app = await appWithAsks();
    const body = { toolCallId: 'toolu_1', updatedInput: { command: 'x'.repeat(10 * 1024 * 1024) } };
    const response = await app.ask(`POST ${app.path}/approve`, { body });
    expect([response.status, await errorOf(response)]).toMatchObject([413, { code: 'payload_too_large' }]);
    expect((await app.ask(`GET ${app.path}`).then((reply) => reply.json())) as object).toMatchObject({
      asks: [{}, {}, {}],
    });
  });

  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data'], [undefined]])(
    'a body of type %s: 415',
    async (type) => {
      await using app = await appWithAsks();
      const headers = { 'content-type': type };
      const response = await app.ask(`POST ${app.path}/approve`, { body: { toolCallId: 'toolu_1' }, headers });
      expect([response.status, await errorOf(response)]).toMatchObject([415, { code: 'unsupported_media_type' }]);
    },
  );
});
