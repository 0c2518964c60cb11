// Listens, and stops listening without leaving a connection behind.
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { BeckonError } from '@beckon/protocol';
import type { AppOptions } from './app.ts';
import { createApp } from './app.ts';
import type { NewcomerLimits } from './newcomers.ts';
import { Newcomers } from './newcomers.ts';

export interface HttpServer extends AsyncDisposable {
  /** For example `http://127.0.0.1:4517`. */
  url: string;
  close(): Promise<void>;
}

export interface ServerOptions extends Omit<AppOptions, 'signal' | 'newcomers'> {
  /** 0 for any that is free. */
  port: number;
  /** For connections on which nobody is known yet. */
  newcomerLimits?: Partial<NewcomerLimits>;
  /** Told once clients and agents can connect. */
  listening?(server: { url: string }): void;
}

export async function serveHttp(options: ServerOptions): Promise<HttpServer> {
  const shutdown = new AbortController();
  const newcomers = new Newcomers(options.newcomerLimits);
  const app = createApp({ ...options, newcomers, signal: shutdown.signal });
  const { serverOptions } = newcomers;
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server;
  newcomers.watch(server);
  const port = await listen(server, options);
  const close = async () => {
    shutdown.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  const url = `http://${urlHost(options.host)}:${port}`;
  options.listening?.({ url });
  return { url, close, [Symbol.asyncDispose]: close };
}

/** So many connections wait to be taken up, as far as the system lets them: thousands of hooks may come at once. */
const longestBacklog = 4096;

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE' ? 'it is in use: stop what uses it, or choose another with --port' : cause.message;
      reject(new BeckonError('internal', `Cannot listen on ${host}:${port}: ${why}.`, { cause }));
    });
    server.listen({ port, host, backlog: longestBacklog }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** An address that a browser on this machine can open. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
