// HTTP and HTTPS on one port. Other machines speak HTTPS; programs on this machine, hooks among them, go on with plain HTTP,
// which nobody but this machine sees. Which of the two a connection speaks shows in its first byte.
import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { SecureContext } from 'node:tls';
import { TLSSocket } from 'node:tls';
import { isLoopback } from './addresses.ts';
import type { Newcomers } from './newcomers.ts';

export interface SecureListenerOptions {
  /** Handles the requests of both. It is not told to listen itself. */
  http: HttpServer;
  newcomers: Newcomers;
  /** Asked for each connection, since a certificate is renewed. */
  context: () => SecureContext;
}

export interface SecureListener {
  server: Server;
  /** Ends every connection, whatever is on its way there. */
  closeAllConnections(): void;
}

/** The record type of a TLS handshake, which no method of HTTP begins with. */
const handshake = 22;

export function secureListener({ http, newcomers, context }: SecureListenerOptions): SecureListener {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    newcomers.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (beginning) => {
      socket.pause();
      socket.unshift(beginning);
      if (beginning[0] === handshake) secure(socket);
      else if (isFromHere(socket)) handOver(socket, socket);
      else refuse(socket);
    });
  });

  const secure = (socket: Socket) => {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: context() });
    secured.on('error', () => secured.destroy());
    secured.once('secure', () => handOver(socket, secured));
  };
  const handOver = (socket: Socket, spoken: Socket) => {
    newcomers.become(socket, spoken);
    http.emit('connection', spoken);
    spoken.resume();
  };
  // MEASURED with Node 20: a server keeps track of its requests, and holds them to its time limits, only once it listens.
  server.once('listening', () => http.emit('listening'));
  server.once('close', () => http.close());
  return { server, closeAllConnections: () => open.forEach((socket) => socket.destroy()) };
}

/** A machine that connects to an address of its own does so from that address. */
function isFromHere({ remoteAddress = '', localAddress }: Socket): boolean {
  return isLoopback(remoteAddress) || remoteAddress === localAddress;
}

const plainWords = 'Beckon speaks HTTPS here. Open the same address with https:// in front.\n';

function refuse(socket: Socket): void {
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: text/plain', `content-length: ${plainWords.length}`];
  socket.end([...head, 'connection: close', '', plainWords].join('\r\n'));
}
