// A gateway with scripted agents, over either store, on a clock that tests move.
import type { GatewayOptions, Gateway } from '../../packages/gateway/src/gateway.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import type { HttpServer } from '../../packages/gateway/src/transports/http/server.ts';
import { serveHttp } from '../../packages/gateway/src/transports/http/server.ts';
import { Access } from '../../packages/gateway/src/transports/http/access.ts';
import { silentLog } from '../../packages/gateway/src/log.ts';
import { ScriptedDriver } from './scriptedDriver.ts';
import type { TempFolder } from './tempFolder.ts';
import { tempFolder } from './tempFolder.ts';
import { TestClock } from './testClock.ts';

export type StoreKind = 'memory' | 'SQLite';

export interface TestGateway {
  gateway: Gateway;
  driver: ScriptedDriver;
  clock: TestClock;
  folder: TempFolder;
  [Symbol.asyncDispose](): Promise<void>;
}

export const about = { version: '1.2.3', defaultCwd: '/' };
export const token = 'test-token-test-token-test-token-test';

export async function testGateway(
  store: StoreKind = 'memory',
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const folder = tempFolder();
  const driver = new ScriptedDriver();
  const clock = new TestClock();
  const databasePath = store === 'SQLite' ? { databasePath: folder.at('beckon.db') } : {};
  const gateway = await openGateway({ drivers: [driver], about, clock, ...databasePath, ...options });
  return {
    gateway,
    driver,
    clock,
    folder,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      folder[Symbol.dispose]();
    },
  };
}

export function serveGateway({ gateway, clock, folder }: TestGateway): Promise<HttpServer> {
  return serveHttp({
    rooms: gateway.rooms,
    access: new Access(token, clock),
    clock,
    log: silentLog,
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    webRoot: folder.at('web'),
  });
}
