// Whether the gateway has refused this browser. Nothing of any session is shown or told to one that it does not know.
import type { Connection } from '@beckon/protocol';

/** The gateway's own sentence; undefined for a browser that it has not refused. */
export function whySignedOut({ connection }: { connection: Connection }): string | undefined {
  const isRefused = connection.state === 'offline' && connection.error.code === 'unauthorized';
  return isRefused ? connection.error.message : undefined;
}
