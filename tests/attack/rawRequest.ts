// A request written byte by byte into a socket, as no well-behaved client would, and what came back.
import { connect } from 'node:net';

export interface RawReply {
  /** 0 where the connection was closed without a reply. */
  status: number;
  text: string;
  /** How long the connection was open. */
  afterMs: number;
}

/** Writes these pieces, then waits for the other side to close the connection, or for so long. */
export function rawRequest(url: string, pieces: readonly string[], withinMs = 20_000): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text, afterMs: performance.now() - startedAt });
    };
    const timer = setTimeout(end, withinMs);
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', end).on('error', end);
    for (const piece of pieces) socket.write(piece);
  });
}
