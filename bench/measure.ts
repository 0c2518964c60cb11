// What benchmarks are measured with, and the limit that they are measured against: one bare HTTP round trip on loopback
// plus one small durable write, taken in the same run on the same machine.
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access, AccessOptions } from '../packages/gateway/src/access/access.ts';
import { systemClock } from '../packages/gateway/src/clock.ts';
import type { Driver } from '../packages/gateway/src/drivers/driver.ts';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import { serveOnLoopback, token } from '../tests/support/serveOnLoopback.ts';

export interface Ratio {
  what: string;
  ratio: number;
  /** `×` unless it is a measure of its own. */
  unit?: string;
  /** What we aim for. */
  limit: number;
  detail: string;
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds since 1970, finer than `Date`, and the same in every process and browser of this machine. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The whole gateway with its database and its HTTP server, on a driver of the benchmark's choice. */
export async function serveGateway(stateDir: string, driver: Driver, makeAccess?: (options: AccessOptions) => Access) {
  mkdirSync(stateDir, { recursive: true });
  const about = { version: '0', defaultCwd: stateDir };
  const databasePath = join(stateDir, 'beckon.db');
  // A thousand agents that only exist here are to wait at once.
  const gateway = await openGateway({ drivers: [driver], about, databasePath, limits: { maxAgents: 10_000 } });
  const access = makeAccess?.({ ...gateway.parts, token, clock: systemClock });
  const server = await serveOnLoopback(gateway, { webRoot: stateDir, ...(access && { access }) });
  return {
    url: server.url,
    token,
    devices: gateway.parts.devices,
    async [Symbol.asyncDispose]() {
      await server.close();
      await gateway.close();
    },
  };
}

export interface Limit extends AsyncDisposable {
  /** One round trip and one durable write, in milliseconds. */
  sample(): Promise<number>;
}

/** A server that does nothing, and a file that is appended to as SQLite's log is. */
export async function bareLimit(): Promise<Limit> {
  const folder = temporaryFolder();
  const file = openSync(join(folder.path, 'log'), 'w');
  const page = Buffer.alloc(4096, 1);
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"ok":true}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    sample: () =>
      timed(async () => {
        const response = await fetch(url, { method: 'POST', body: '{"toolCallId":"toolu_1"}' });
        await response.json();
        writeSync(file, page);
        fdatasyncSync(file);
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      closeSync(file);
      folder[Symbol.dispose]();
    },
  };
}
