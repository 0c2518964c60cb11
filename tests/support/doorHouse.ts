// A gateway whose folders run what a test says, so that sessions in them stop at the door.
import type { Ask, FolderLook, TrustItem } from '@beckon/protocol';
import type { GatewayOptions } from '../../packages/gateway/src/gateway.ts';
import { ScriptedDriver } from './scriptedDriver.ts';
import { testGateway } from './testGateway.ts';
import { settle } from './waitingHouse.ts';

export const hook: TrustItem = {
  what: 'hook',
  name: 'SessionStart',
  text: 'sh evil.sh',
  file: '.claude/settings.json',
};
export const server: TrustItem = { what: 'mcp_server', name: 'db', text: 'npx db', file: '.mcp.json' };

/** Folders run what a test says. */
export class DoorDriver extends ScriptedDriver {
  items: TrustItem[] = [];
  trustedInAgent: string | undefined;
  failure: Error | undefined;
  /** Holds looks up until it resolves. */
  lookGate: Promise<void> = Promise.resolve();

  async whatRuns(cwd: string): Promise<FolderLook> {
    await this.lookGate;
    if (this.failure) throw this.failure;
    const items = cwd === '/' ? [] : this.items;
    return { folder: cwd, items, trustedInAgent: this.trustedInAgent };
  }
}

export async function doorHouse(options: Partial<GatewayOptions> = {}, driver = new DoorDriver()) {
  const opened = await testGateway('memory', { drivers: [driver], ...options });
  const client = opened.gateway.connect('a test');
  const cwd = opened.folder.path;
  return {
    ...opened,
    driver,
    client,
    begin: async (prompt: string, folder = cwd) => (await client.createSession({ cwd: folder, prompt })).id,
    openAsks: async () => (await client.listAsks()).asks,
    answer: async (ask: Ask | undefined, answer: Parameters<typeof client.answer>[1] = { type: 'approve' }) => {
      await client.answer(ask!.id, answer);
      await settle();
    },
    texts: (id: string) =>
      driver.agent(id).sent.map(({ parts }) => parts.map((part) => 'text' in part && part.text)[0]),
  };
}
