import { describe, expect, test } from 'vitest';
import { about } from '../../../../../tests/support/testGateway.ts';
import { testApp } from '../../../../../tests/support/testApp.ts';
import type { ApiDescription, Operation } from './openapi.ts';
import { describeApi } from './openapi.ts';
import { routes } from './routes.ts';

const api = describeApi(routes, about.version);
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('/api/openapi.json', () => {
  test('is served as it is made', async () => {
    await using app = await testApp();
    const response = await app.ask('GET /api/openapi.json');
    expect((await response.json()) as ApiDescription).toEqual(JSON.parse(JSON.stringify(api)));
  });

  test('mentions every route of the public contract', () => {
    expect(operations.map(([line]) => line).toSorted()).toEqual(
      [
        'GET /api/health',
        'GET /api/search',
        'GET /api/usage',
        'GET /api/about',
        'GET /api/events',
        'GET /api/asks',
        'GET /api/asks/{askId}',
        'GET /api/asks/{askId}/input',
        'GET /api/asks/{askId}/comparison',
        'POST /api/asks/{askId}/answer',
        'POST /api/asks/{askId}/seen',
        'POST /api/asks/{askId}/take-back',
        'POST /api/asks/{askId}/deliver',
        'PATCH /api/asks/{askId}/draft',
        'POST /api/asks/{askId}/judge',
        'GET /api/log',
        'GET /api/devices',
        'PATCH /api/devices/{deviceId}',
        'DELETE /api/devices/{deviceId}',
        'GET /api/trusted-folders',
        'DELETE /api/trusted-folders/{folderId}',
        'GET /api/rules',
        'DELETE /api/rules/{ruleId}',
        'GET /api/settings',
        'POST /api/actions',
        'GET /api/push',
        'POST /api/push/subscriptions',
        'DELETE /api/push/subscriptions/{channelId}',
        'GET /api/channels',
        'POST /api/channels',
        'PATCH /api/channels/{channelId}',
        'DELETE /api/channels/{channelId}',
        'POST /api/channels/{channelId}/test',
        'POST /api/visibility',
        'PATCH /api/settings',
        'POST /api/devices/remove-others',
        'POST /api/token/rotate',
        'GET /api/sessions',
        'POST /api/sessions',
        'GET /api/sessions/{sessionId}',
        'PATCH /api/sessions/{sessionId}',
        'DELETE /api/sessions/{sessionId}',
        'POST /api/sessions/{sessionId}/fork',
        'POST /api/sessions/{sessionId}/restore',
        'GET /api/sessions/{sessionId}/messages',
        'POST /api/sessions/{sessionId}/messages',
        'GET /api/sessions/{sessionId}/documents/{documentId}',
        'GET /api/sessions/{sessionId}/images/{imageId}',
        'POST /api/sessions/{sessionId}/interrupt',
        'POST /api/sessions/{sessionId}/approve',
        'POST /api/sessions/{sessionId}/deny',
        'POST /api/sessions/{sessionId}/submit-answers',
        'GET /api/sessions/{sessionId}/pane',
        'POST /api/sessions/{sessionId}/pane/input',
        'POST /api/sessions/{sessionId}/pane/size',
        'POST /api/login-codes',
        'GET /api/login-codes/{codeId}',
        'DELETE /api/login-codes/{codeId}',
        'GET /api/addresses',
      ].toSorted(),
    );
  });

  test('every reference leads somewhere', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference;
      expect(Object.keys(api.components.schemas)).toContain(name);
    }
  });

  test.each(operations)(
    '%s is described as OpenAPI 3.1 wants it',
    (line, { summary, parameters, responses, requestBody }) => {
      expect(summary).not.toBe('');
      const inPath = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const parameter of parameters) expect(parameter).toMatchObject({ schema: expect.any(Object) as object });
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
      expect(Object.keys(responses).some((status) => /^2\d\d$/.test(status))).toBe(true);
      for (const [status, { description }] of Object.entries(responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description).not.toBe('');
      }
      if (requestBody !== undefined)
        expect(requestBody).toMatchObject({ content: { 'application/json': { schema: {} } } });
    },
  );

  test('a named schema is written out once, and does not refer to itself', () => {
    for (const [name, schema] of Object.entries(api.components.schemas)) {
      expect(JSON.stringify(schema)).not.toContain(`"#/components/schemas/${name}"`);
    }
    expect(JSON.stringify(api.components.schemas['Session'])).toContain('"#/components/schemas/Ask"');
  });

  test('[L1] says of the client’s key what it does, on every route where repeating would hurt', () => {
    for (const path of ['', '/messages', '/approve', '/deny', '/submit-answers']) {
      const route = api.paths[`/api/sessions${path && `/{sessionId}${path}`}`]?.['post'];
      expect(route?.requestBody).toMatchObject({
        content: {
          'application/json': {
            schema: {
              properties: { clientKey: { description: expect.stringContaining('takes effect once') as string } },
            },
          },
        },
      });
    }
  });

  test('names the errors of a route by code', () => {
    const approve = api.paths['/api/sessions/{sessionId}/approve']?.['post'];
    expect(approve?.responses['404']?.description).toBe('session_not_found, ask_not_found, ask_kind_mismatch');
    expect(Object.keys(approve?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '410', '413', '415', '500', '503']),
    );
  });
});

describe('/api/docs', () => {
  test('shows every route', async () => {
    await using app = await testApp();
    const page = await (await app.ask('GET /api/docs')).text();
    for (const [line] of operations) expect(page).toContain(`<code>${line}</code>`);
    expect(page).not.toContain('[object ');
  });

  test('escapes what it shows', async () => {
    const hostile = '<script>alert(1)</script>"';
    await using app = await testApp();
    app.gateway.parts.about.version = hostile;
    const page = await (await app.ask('GET /api/docs')).text();
    app.gateway.parts.about.version = about.version;
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;');
  });

  test('needs no script, so that none could be smuggled in', async () => {
    await using app = await testApp();
    const page = await (await app.ask('GET /api/docs')).text();
    expect(page).not.toMatch(/<script|onclick|javascript:/);
  });
});
