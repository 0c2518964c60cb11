// A webhook receiver as its owner would write one: it believes nothing whose signature is not that of the very bytes it got.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LoopbackCertificate } from './loopback.ts';
import { loopback } from './loopback.ts';

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  /** What was believed, in order. */
  calls: Record<string, unknown>[];
  readonly connectionCount: number;
}

export async function webhookReceiver(secret?: string, certificate?: LoopbackCertificate): Promise<WebhookReceiver> {
  const calls: WebhookReceiver['calls'] = [];
  const server = await loopback((response, { method, headers, body }) => {
    const isJson = headers['content-type'] === 'application/json';
    if (method !== 'POST' || !isJson) return void response.writeHead(400).end();
    if (secret !== undefined && !isSigned(body, secret, headers['x-beckon-signature']?.toString())) {
      return void response.writeHead(401).end();
    }
    calls.push(JSON.parse(body) as Record<string, unknown>);
    response.writeHead(204).end();
  }, certificate);
  return {
    url: `${server.url}/hooks/beckon`,
    calls,
    get connectionCount() {
      return server.connectionCount;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function isSigned(body: string, secret: string, signature = ''): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
