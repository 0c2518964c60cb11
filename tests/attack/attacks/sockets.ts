// Connections that are opened and not used as they should be.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Beckon } from '../../support/beckon.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { rawRequest } from '../rawRequest.ts';

const slowHead: Attack = {
  tries: 'the head of a request that never ends',
  expects: 'closed within 15 s',
  async run({ url }) {
    const { status, afterMs } = await rawRequest(url, ['GET /api/health HTTP/1.1\r\nHost: '], 20_000);
    return { isOk: afterMs < 15_000, what: `${status || 'closed'} after ${(afterMs / 1000).toFixed(0)} s` };
  },
};

const halfBody: Attack = {
  tries: 'half of a body, without a credential',
  expects: '401 at once, without waiting for the rest',
  async run({ url }) {
    const { host } = new URL(url);
    const head = `POST /api/sessions HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{"cwd"`;
    const { status, afterMs } = await rawRequest(url, [head], 10_000);
    return { isOk: status === 401, what: `${status} after ${(afterMs / 1000).toFixed(0)} s` };
  },
};

const doubleLength: Attack = {
  tries: 'a request with two lengths (smuggling)',
  expects: '400',
  async run({ url }) {
    const { host } = new URL(url);
    const head = `POST /api/sessions HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/log HTTP/1.1\r\n\r\n`;
    const { status } = await rawRequest(url, [head], 10_000);
    return { isOk: status === 400, what: String(status) };
  },
};

const silentMany: Attack = {
  tries: '1,000 connections that say nothing',
  expects: 'a request of its person is answered meanwhile; after 40 s none of them is left',
  async run({ url, transport }: Beckon) {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: 1000 }, () => connect(Number(port), hostname));
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    await sleep(1000);
    const startedAt = performance.now();
    await transport.listSessions();
    const tookMs = performance.now() - startedAt;
    const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
    for (let waited = 0; waited < 40_000 && sockets.some(isOpen); waited += 500) await sleep(500);
    const left = sockets.filter(isOpen).length;
    for (const socket of sockets) socket.destroy();
    return { isOk: left === 0, what: `answered in ${tookMs.toFixed(0)} ms; ${left} left` };
  },
};

export const sockets: AttackGroup = {
  title: 'Raw sockets',
  attacks: [slowHead, halfBody, doubleLength, silentMany],
};
