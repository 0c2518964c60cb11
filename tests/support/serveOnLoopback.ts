// A gateway's HTTP server on a loopback port of its own.
import type { Clock } from '../../packages/gateway/src/clock.ts';
import { systemClock } from '../../packages/gateway/src/clock.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import type { Logger } from '../../packages/gateway/src/logger.ts';
import { silentLog } from '../../packages/gateway/src/logger.ts';
import { Access } from '../../packages/gateway/src/access/access.ts';
import type { HttpServer, ServerOptions } from '../../packages/gateway/src/transports/http/server.ts';
import { serveHttp } from '../../packages/gateway/src/transports/http/server.ts';

export const token = 'test-token-test-token-test-token-test';

export interface LoopbackOptions extends Pick<
  ServerOptions,
  'webRoot' | 'newcomerLimits' | 'tls' | 'publicUrl' | 'trustedProxies'
> {
  clock?: Clock;
  log?: Logger;
  /** In place of the usual one. */
  access?: Access;
}

export function serveOnLoopback({ parts, routes, listening }: Gateway, options: LoopbackOptions): Promise<HttpServer> {
  const clock = options.clock ?? systemClock;
  return serveHttp({
    parts,
    routes,
    listening,
    access: new Access({ token, devices: parts.devices, auditLog: parts.auditLog, clock }),
    log: silentLog,
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    ...options,
    clock,
  });
}
