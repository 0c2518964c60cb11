// Whoever has no credential, or a wrong one, and pages of other origins that have the right one.
import type { Beckon } from '../../support/beckon.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';

const routes = ['GET /api/sessions', 'GET /api/events', 'GET /api/log', 'GET /api/devices', 'POST /api/login-codes'];

const withHeaders = (tries: string, headers: Record<string, string>): Attack => ({
  tries: `${tries}, on ${routes.length} routes`,
  expects: '401 on each',
  async run({ url }) {
    const statuses = await Promise.all(routes.map((line) => statusOf(url, line, headers)));
    return happened(
      routes.map(() => 401),
      statuses,
    );
  },
});

const fromOrigin = (origin: string): Attack => ({
  tries: `the right token from a page of ${origin}`,
  expects: '403, and no session is made',
  async run({ url, token, transport, workspace }: Beckon) {
    const before = (await transport.listSessions()).sessions.length;
    const response = await fetch(`${url}/api/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: workspace }),
    });
    const after = (await transport.listSessions()).sessions.length;
    return happened([403, before], [response.status, after], `${response.status}, ${after - before} made`);
  },
});

const asForm: Attack = {
  tries: 'the right token with a body that a form of another page could send',
  expects: '415',
  async run({ url, token }) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    const response = await fetch(`${url}/api/sessions`, { method: 'POST', headers, body: '{"cwd":"/"}' });
    return happened(415, response.status);
  },
};

const manyWrong: Attack = {
  tries: '200 wrong tokens, then the right one',
  expects: '401 or 429 for each wrong one; the right one is let in',
  async run({ url, token }) {
    const status = (given: string) => statusOf(url, 'GET /api/sessions', { authorization: `Bearer ${given}` });
    const wrong = await Promise.all(Array.from({ length: 200 }, (_, count) => status(`${token.slice(0, -3)}${count}`)));
    const right = await status(token);
    const areRefused = wrong.every((each) => each === 401 || each === 429);
    return { isOk: areRefused && right === 200, what: `${[...new Set(wrong)].join(', ')}; then ${right}` };
  },
};

async function statusOf(url: string, line: string, headers: Record<string, string>): Promise<number> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(`${url}${path}`, { method, headers });
  await response.body?.cancel();
  return response.status;
}

export const strangers: AttackGroup = {
  title: 'Strangers, and other pages',
  attacks: [
    withHeaders('no credential', {}),
    withHeaders('a wrong token', { authorization: 'Bearer 0000' }),
    withHeaders('an empty token', { authorization: 'Bearer ' }),
    withHeaders('a cookie that is made up', { cookie: `beckon=${'0'.repeat(64)}` }),
    ...['http://evil.example', 'null', 'http://127.0.0.1:9', 'http://localhost:1'].map(fromOrigin),
    asForm,
    manyWrong,
  ],
};
