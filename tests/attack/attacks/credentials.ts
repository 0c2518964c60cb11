// Credentials that got into other hands: a cookie without its key, as every server on the same host is sent it, and what was
// removed or replaced.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Beckon } from '../../support/beckon.ts';
import { type SignedIn, signedInBy } from '../../support/signedIn.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';

const replayedCookie: Attack = {
  tries: 'a server on another port of the same host replays the cookie that it is sent',
  expects: '401 for reading, answering and streaming',
  async run(beckon) {
    const { cookie } = await signIn(beckon);
    const { url } = beckon;
    const received = await cookieAtOtherPort(cookie);
    const replay = (path: string, method = 'GET') =>
      fetch(`${url}${path}`, { method, headers: { cookie: received, origin: url } }).then(({ status }) => status);
    const statuses = [
      await replay('/api/sessions'),
      await replay('/api/events'),
      await replay('/api/login-codes', 'POST'),
    ];
    return happened([401, 401, 401], statuses);
  },
};

const usedLink: Attack = {
  tries: 'a sign-in link, opened ten times and pressed twice',
  expects: 'opening spends nothing; the first press signs in, the second does not',
  async run(beckon) {
    const link = await beckon.loginLink();
    for (let count = 0; count < 10; count++) await fetch(link);
    const presses = [await press(beckon, link), await press(beckon, link)];
    const areIn = presses.map((response) => response.headers.has('set-cookie'));
    return happened([true, false], areIn);
  },
};

const removedDevice: Attack = {
  tries: 'a device that was removed goes on with its stream and its credential',
  expects: 'the stream ends within a second, then 401',
  async run(beckon) {
    const { url, transport } = beckon;
    const known = new Set((await transport.listDevices()).map(({ id }) => id));
    const headers = { ...(await signIn(beckon)) };
    const stream = await fetch(`${url}/api/events`, { headers });
    const device = (await transport.listDevices()).find(({ id }) => !known.has(id));
    const ended = stream.text().then(
      () => true,
      () => true,
    );
    await transport.removeDevice(device?.id ?? '');
    const isEnded = await Promise.race([ended, sleep(1000, false)]);
    const { status } = await fetch(`${url}/api/sessions`, { headers });
    return happened([200, true, 401], [stream.status, isEnded, status]);
  },
};

const rotatedToken: Attack = {
  tries: 'the API token, after it was rotated',
  expects: '401',
  async run({ url, token }) {
    const headers = { authorization: `Bearer ${token}` };
    const rotated = await fetch(`${url}/api/token/rotate`, { method: 'POST', headers });
    const { status } = await fetch(`${url}/api/sessions`, { headers });
    return { isOk: rotated.ok && status === 401, what: `rotated with ${rotated.status}, then ${status}` };
  },
};

async function signIn(beckon: Beckon): Promise<SignedIn> {
  return signedInBy(await press(beckon, await beckon.loginLink()));
}

function press({ url }: Beckon, link: string): Promise<Response> {
  const body = new URLSearchParams({ code: new URL(link).searchParams.get('code') ?? '' });
  return fetch(`${url}/login`, { method: 'POST', headers: { origin: url }, body, redirect: 'manual' });
}

/** What another server on this host gets to see of a cookie, which browsers send to every port of it. */
async function cookieAtOtherPort(cookie: string): Promise<string> {
  let received = '';
  const server = createServer((request, response) => {
    received = request.headers.cookie ?? '';
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers: { cookie } });
  server.closeAllConnections();
  server.close();
  return received;
}

export const credentials: AttackGroup = {
  title: 'Credentials in other hands',
  attacks: [replayedCookie, usedLink, removedDevice, rotatedToken],
};
