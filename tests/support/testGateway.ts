// A gateway with scripted agents, over either store, on a clock that tests move.
import type { GatewayOptions, Gateway } from '../../packages/gateway/src/gateway.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import type { HttpServer } from '../../packages/gateway/src/transports/http/server.ts';
import { ScriptedDriver } from './scriptedDriver.ts';
import { serveOnLoopback } from './serveOnLoopback.ts';
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
export { token } from './serveOnLoopback.ts';

export async function testGateway(
  store: StoreKind = 'memory',
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const folder = tempFolder();
  const driver = new ScriptedDriver();
  driver.transcripts = folder.at('claude/projects');
  const clock = new TestClock();
  const search = { indexPath: folder.at('search.db'), projects: folder.at('projects') };
  const onDisk = store === 'SQLite' ? { databasePath: folder.at('beckon.db'), search } : {};
  // Scripted agents hold no memory: a test is to run alike on a small machine.
  const limits = { maxAgents: 1000, ...options.limits };
  const gateway = await openGateway({
    drivers: [driver],
    about,
    clock,
    pastFolder: folder.path,
    ...onDisk,
    ...options,
    limits,
  });
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
  return serveOnLoopback(gateway, { clock, webRoot: folder.at('web') });
}
