// Listens, and stops listening without leaving a connection behind.
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import type { GatewayAddress } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { Turns } from '../../turns.ts';
import { addressesOf, localUrl } from './addresses.ts';
import type { AppOptions } from './app.ts';
import { createApp } from './app.ts';
import type { CertificateFiles } from './certificate.ts';
import { OwnCertificate } from './certificate.ts';
import type { NewcomerLimits } from './newcomers.ts';
import { Newcomers } from './newcomers.ts';
import { secureListener } from './secureListener.ts';

export interface HttpServer extends AsyncDisposable {
  /** Where programs on this machine reach it, for example `http://127.0.0.1:4517`. */
  url: string;
  /** Everywhere that it is reached. */
  addresses(): GatewayAddress[];
  close(): Promise<void>;
}

export interface ServerOptions extends Omit<AppOptions, 'signal' | 'newcomers' | 'addresses' | 'certifiedNames'> {
  /** 0 for any that is free. */
  port: number;
  /** The certificate with which other machines speak HTTPS to it; without one they speak plain HTTP. */
  tls?: CertificateFiles | undefined;
  /** For connections on which nobody is known yet. */
  newcomerLimits?: Partial<NewcomerLimits>;
  /** Told once clients and agents can connect. */
  listening?(server: { url: string; addresses: () => GatewayAddress[] }): void;
}

export async function serveHttp(options: ServerOptions): Promise<HttpServer> {
  const shutdown = new AbortController();
  const newcomers = new Newcomers(options.newcomerLimits);
  const { signal } = shutdown;
  const own = options.tls && new OwnCertificate({ ...options, files: options.tls, signal });
  let port = 0;
  const addresses = () => addressesOf({ ...options, port, certificate: own?.current, interfaces: networkInterfaces() });
  // A name that its person has a certificate for is theirs: nobody else can have it lead here.
  const certifiedNames = () => own?.current.names ?? [];
  const app = createApp({ ...options, certifiedNames, addresses, newcomers, signal });
  const http = createServer(newcomers.serverOptions, inTurns(getRequestListener(app.fetch), newcomers));
  newcomers.watch(http);
  const secure = own && secureListener({ http, newcomers, context: () => own.current.context });
  const server = secure?.server ?? http;
  port = await listen(server, options).catch((error: unknown) => {
    shutdown.abort();
    throw error;
  });
  const close = async () => {
    shutdown.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    (secure ?? http).closeAllConnections();
    await closed;
  };
  const url = localUrl(options.host, port);
  options.listening?.({ url, addresses });
  return { url, addresses, close, [Symbol.asyncDispose]: close };
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
