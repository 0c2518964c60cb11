// A gateway's HTTP server on a loopback port of its own.
import type { Clock } from '../../packages/gateway/src/clock.ts';
import { systemClock } from '../../packages/gateway/src/clock.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { silentLog } from '../../packages/gateway/src/logger.ts';
import { Access } from '../../packages/gateway/src/access/access.ts';
import type { AppOptions } from '../../packages/gateway/src/transports/http/app.ts';
import type { HttpServer } from '../../packages/gateway/src/transports/http/server.ts';
import { serveHttp } from '../../packages/gateway/src/transports/http/server.ts';

export const token = 'test-token-test-token-test-token-test';

export interface LoopbackOptions extends Pick<AppOptions, 'webRoot'> {
  clock?: Clock;
}

export function serveOnLoopback({ parts, routes, listening }: Gateway, options: LoopbackOptions): Promise<HttpServer> {
  const clock = options.clock ?? systemClock;
  return serveHttp({
    parts,
    routes,
    listening,
    access: new Access({ token, devices: parts.devices, clock }),
    log: silentLog,
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    ...options,
    clock,
  });
}
