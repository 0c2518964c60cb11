// Listens, and stops listening without leaving a connection behind.
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { BeckonError } from '@beckon/protocol';
import { Turns } from '../../turns.ts';
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
  const server = createServer(newcomers.serverOptions, inTurns(getRequestListener(app.fetch), newcomers));
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

/** What there is to do for a request before it waits for something takes a fraction of a millisecond. */
const mostInARound = 50;

/** Of a thousand hooks that come at once, all heads may have been read at once. */
function inTurns(handle: ReturnType<typeof getRequestListener>, newcomers: Newcomers): RequestListener {
  const turns = new Turns(mostInARound);
  return (incoming, outgoing) => {
    let isInLine = true;
    let putBack = () => {};
    turns.take(() => {
      isInLine = false;
      putBack();
      void handle(incoming, outgoing);
    });
    // Whoever waits for us is not slow to show who they are.
    if (isInLine) putBack = newcomers.hold(incoming.socket);
  };
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
