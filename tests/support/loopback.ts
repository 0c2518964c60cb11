// A bare HTTP or HTTPS server on loopback that answers as a test says, and remembers what it was asked.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Loopback extends AsyncDisposable {
  url: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  /** How many connections have been made to it. */
  readonly connectionCount: number;
}

/** With these it speaks HTTPS. */
export interface LoopbackCertificate {
  cert: string;
  key: string;
}

export type Handler = (response: ServerResponse, request: Loopback['requests'][number], index: number) => void;

export async function loopback(handle: Handler, certificate?: LoopbackCertificate): Promise<Loopback> {
  const requests: Loopback['requests'] = [];
  let connectionCount = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      handle(response, seen, requests.push(seen) - 1);
    });
  };
  const server = certificate ? createSecureServer(certificate, answer) : createServer(answer);
  server.on('connection', () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connectionCount() {
      return connectionCount;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
